import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Browser, ElementHandle, HTTPResponse, Page } from 'puppeteer-core';
import { createClient } from '../../../src/client/index.js';
import { openBrowser } from '../../demo/browser.js';
import { openConsolePage, press, waitForText, type ConsolePage } from '../console-page.js';
import { describeOnDatabases, type RealService } from './real-service.js';

/** One of two customers of a service, with words that only its own pages may have. */
interface Customer {
  readonly name: string;
  /** Of the addresses in its list, in its calls and in its tries. */
  readonly domain: string;
  readonly mailbox: string;
  readonly label: string;
  readonly list: string;
  readonly webhook: string;
}

/** What a customer has once it is at work. */
interface AtWork extends Customer {
  readonly account: number;
  readonly opened: ConsolePage;
  readonly page: Page;
  /** All that the service told the page. */
  readonly answers: readonly string[];
  readonly keyId: number;
  readonly listId: string;
}

const alder: Customer = {
  ...{ name: 'Alder Bakery', domain: 'globex.com', mailbox: 'hank.scorpio', label: 'Alder till' },
  ...{ list: 'alder-guests.csv', webhook: 'https://hooks.alder-bakery.com/ended' },
};
const birch: Customer = {
  ...{ name: 'Birch Bank', domain: 'initech.com', mailbox: 'peter.gibbons', label: 'Birch counter' },
  ...{ list: 'birch-clients.csv', webhook: 'https://hooks.birch-bank.com/ended' },
};

const ofAccount = ['Overview', 'Live', 'Try', 'Lists', 'Keys', 'Webhooks'] as const;
const paths = { Overview: '', Live: '/live', Try: '/try', Lists: '/lists', Keys: '/keys', Webhooks: '/webhooks' };

const marksOf = ({ name, domain, mailbox, label, list, webhook }: Customer): readonly string[] => [
  ...[name, domain, mailbox, label, list, webhook],
];

/** Keeps every answer of the console's interface, from now on. */
const answersOf = (page: Page): string[] => {
  const answers: string[] = [];
  page.on('response', (response: HTTPResponse) => {
    if (response.url().includes('/console/api/'))
      // A page that is left takes its answers with it.
      void response.text().then(
        (text) => answers.push(text),
        () => undefined,
      );
  });
  return answers;
};

const typeInto = async (page: Page, selector: string, text: string): Promise<void> => {
  const field = await page.waitForSelector(selector);
  await field!.click({ count: 3 });
  await page.keyboard.type(text);
};

/** The text of the page, and of its title, once this view has what it waited for. */
const seenIn = async (page: Page): Promise<string> => {
  await page.waitForFunction(() => !/Loading/.test(document.querySelector('main')?.textContent ?? 'Loading'));
  return page.evaluate(() => `${document.title} ${document.body.textContent} ${document.body.innerHTML}`);
};

describeOnDatabases('two accounts side by side', (start) => {
  let real: RealService;
  let browser: Browser;
  let folder: string;
  let own: AtWork;
  let other: AtWork;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-accounts-'));
    real = await start();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await real.end();
    rmSync(folder, { recursive: true });
    assert.deepEqual(real.faults, []);
  });

  const makeKey = async (page: Page, { label }: Customer): Promise<string> => {
    await press(page, 'Keys');
    await press(page, 'Make a private key');
    await typeInto(page, '#field-label', label);
    await press(page, 'Make key');
    await page.waitForSelector('#shown-once-title');
    return page.$eval('.shown-once code', ({ textContent }) => textContent ?? '');
  };

  const giveList = async (page: Page, { list, mailbox, domain }: Customer): Promise<string> => {
    const path = join(folder, list);
    writeFileSync(path, `name,email\nSomeone,${mailbox}@${domain}\nNobody,nobody.there@${domain}\n`);
    await press(page, 'Lists');
    const input = (await page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(path);
    await press(page, 'Start with 2 addresses');
    await waitForText(page, '.lists-all', 'Completed');
    await press(page, list);
    await waitForText(page, '.lists-rows', `${mailbox}@${domain}`);
    return page.url().split('/').at(-1)!;
  };

  const tryAddress = async (page: Page, { mailbox, domain }: Customer): Promise<void> => {
    await press(page, 'Try');
    await typeInto(page, '#try-email', `${mailbox}@${domain}`);
    await press(page, 'Check');
    await waitForText(page, '#try-verdict', 'Safe to Send');
  };

  const setWebhook = async (page: Page, { webhook }: Customer): Promise<void> => {
    await press(page, 'Webhooks');
    await press(page, 'Set a URL');
    await typeInto(page, '#field-url', webhook);
    await page.keyboard.press('Enter');
    await waitForText(page, 'main', webhook);
    await page.waitForFunction(() => !document.querySelector('dialog'));
  };

  /** Does all that a customer does, with clicks, and one call with the key that it made. */
  const putToWork = async (customer: Customer): Promise<AtWork> => {
    const { id: account } = await real.service.accounts.createAccount({ name: customer.name, credits: 100 });
    const opened = await openConsolePage(browser, real.url, await real.link(account));
    const { page } = opened;
    const answers = answersOf(page);
    const apiKey = await makeKey(page, customer);
    await setWebhook(page, customer);
    const listId = await giveList(page, customer);
    await tryAddress(page, customer);
    await press(page, 'Live');
    await createClient({ baseUrl: real.url, apiKey }).validate(`${customer.mailbox}@${customer.domain}`);
    await waitForText(page, '.live-table', customer.domain);
    await waitForText(page, '.live-table', customer.label);
    const [key] = (await real.service.accounts.listKeys(account)).filter(({ label }) => label === customer.label);
    return { ...customer, account, opened, page, answers, keyId: key!.id, listId };
  };

  it('do the same things at the same time', async () => {
    [own, other] = await Promise.all([putToWork(alder), putToWork(birch)]);
    assert.notEqual(own.listId, other.listId);
  });

  it('show nothing of each other in any view', async () => {
    for (const [{ page, answers, ...mine }, stranger] of [[own, other] as const, [other, own] as const]) {
      await page.bringToFront();
      const seen: string[] = [];
      for (const view of [...ofAccount, 'Sessions']) {
        await press(page, view);
        await waitForText(page, 'h1', view === 'Try' ? 'Try an address' : view);
        seen.push(await seenIn(page));
      }
      const all = seen.join(' ');
      for (const mark of marksOf(mine)) assert.ok(all.includes(mark), `${mine.name} sees its own ${mark}`);
      for (const mark of [...marksOf(stranger), stranger.listId])
        assert.ok(!all.includes(mark) && !answers.some((each) => each.includes(mark)), `${mine.name} sees no ${mark}`);
    }
  });

  it('lead to nothing by links to what is of the other', async () => {
    const { page, account } = own;
    const nowhere = [...ofAccount.map((view) => `/accounts/${other.account}${paths[view]}`), '/accounts', '/live'];
    await page.bringToFront();
    for (const path of [...nowhere, `/accounts/${other.account}/lists/${other.listId}`, '/accounts/99']) {
      await page.goto(`${real.url}/console${path}`);
      await waitForText(page, 'h1', 'There is nothing here');
      await waitForText(page, 'main', 'this session does not reach what it leads to');
      for (const mark of marksOf(other)) assert.ok(!(await seenIn(page)).includes(mark), `${path} shows ${mark}`);
    }
    await page.goto(`${real.url}/console/accounts/${account}/lists/${other.listId}`);
    await waitForText(page, '[role=alert]', 'The account has no such list');
    await page.goto(`${real.url}/console/accounts/${account}/keys/${other.keyId}`);
    await waitForText(page, '#keys-listed', 'Valid keys');
    for (const mark of marksOf(other)) assert.ok(!(await seenIn(page)).includes(mark), `a link shows ${mark}`);
    for (const mark of marksOf(other)) assert.ok(!own.answers.some((each) => each.includes(mark)), mark);
  });

  it('are both seen by the operator', async () => {
    const operator = await openConsolePage(browser, real.url, await real.link());
    const { page } = operator;
    await waitForText(page, 'h1', 'Accounts');
    for (const { name } of [own, other]) await waitForText(page, '.accounts-table', name);
    await press(page, 'All calls');
    for (const { name, domain } of [own, other]) {
      await waitForText(page, '.live-table', name);
      await waitForText(page, '.live-table', domain);
    }
    for (const { account, label, list, webhook, listId } of [own, other]) {
      await page.select('.shell-switch select', String(account));
      await press(page, 'Keys');
      await waitForText(page, '.keys-table', label);
      await press(page, 'Webhooks');
      await waitForText(page, 'main', webhook);
      await press(page, 'Lists');
      await waitForText(page, '.lists-all', list);
      await page.goto(`${real.url}/console/accounts/${account}/lists/${listId}`);
      await waitForText(page, 'h1', list);
    }
    await press(page, 'Sessions');
    for (const { name } of [own, other]) await waitForText(page, 'main', name);
    for (const { opened } of [own, other]) await opened.close();
    await operator.close();
  });
});
