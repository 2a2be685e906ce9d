import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { createClient } from '../../../src/client/index.js';
import { openBrowser } from '../../demo/browser.js';
import { openConsolePage, press, waitForText, type ConsolePage } from '../console-page.js';
import { describeOnDatabases, type RealService } from './real-service.js';

const DOMAIN = 'globex.com';
const ADDRESS = `hank.scorpio@${DOMAIN}`;
/** Its mail host never answers: a list with it is under way for long. */
const SLOW = 'tarpit.net-trouble.com';

describeOnDatabases('a session that ends while its page is in use', (start) => {
  let real: RealService;
  let browser: Browser;
  let operator: ConsolePage;
  let names = 0;
  let name: string;
  let account: number;
  let opened: ConsolePage;
  let page: Page;

  before(async () => {
    real = await start();
    browser = await openBrowser();
    operator = await openConsolePage(browser, real.url, await real.link());
  });
  beforeEach(async () => {
    name = `Customer ${++names}`;
    ({ id: account } = await real.service.accounts.createAccount({ name, credits: 100 }));
    opened = await openConsolePage(browser, real.url, await real.link(account));
    ({ page } = opened);
  });
  after(async () => {
    await operator.close();
    await browser.close();
    await real.end();
    assert.deepEqual(real.faults, []);
  });

  /** Presses a button in the row of the operator's view that has the account's name. */
  const pressInRow = async (view: string, words: string): Promise<void> => {
    await operator.page.bringToFront();
    await operator.page.goto(`${real.url}/console${view}`);
    const button = `//tr[contains(., "${name}")]//button[contains(normalize-space(.), "${words}")]`;
    await (await operator.page.waitForSelector(`::-p-xpath(${button})`))!.click();
  };
  const endSession = async (): Promise<void> => {
    await pressInRow('/sessions', 'End session');
    await waitForText(operator.page, 'body', 'The session has ended.');
  };

  const call = async (): Promise<void> => {
    const { key: apiKey } = await real.service.accounts.createKey({ account, kind: 'private' });
    assert.equal((await createClient({ baseUrl: real.url, apiKey }).validate(ADDRESS)).result, 'Safe to Send');
  };

  /** The page says so and how to sign in again, and has nothing of the account. */
  const saysSo = async (...secrets: readonly string[]): Promise<void> => {
    await waitForText(page, 'h1', 'Your session has ended');
    await waitForText(page, '.copyable code', 'email-check console link');
    const content = await page.evaluate(() => `${document.title} ${document.documentElement.outerHTML}`);
    for (const secret of [name, ...secrets]) assert.ok(!content.includes(secret), `the page still has ${secret}`);
    assert.equal(await page.$('dialog'), null);
  };

  const signInAgain = async (): Promise<void> => {
    await page.bringToFront();
    await page.goto(`${real.url}/console${await real.link(account)}`);
    await waitForText(page, '.shell-account', name);
  };

  it('leaves the calls at once, before the next one comes', { timeout: 60_000 }, async () => {
    await press(page, 'Live');
    await call();
    await waitForText(page, '.live-table', DOMAIN);
    await endSession();
    const started = performance.now();
    await saysSo(DOMAIN);
    // A question for news is answered after 20 seconds at the latest.
    assert.ok(performance.now() - started < 10_000);
    await page.goBack();
    await saysSo(DOMAIN);
    await signInAgain();
    await press(page, 'Live');
    await waitForText(page, '.live-table', DOMAIN);
    await opened.close();
  });

  it('leaves a list that is under way, which goes on without it', async () => {
    await press(page, 'Lists');
    await page.evaluate(() => document.querySelectorAll<HTMLInputElement>('input[name=lists-way]')[1]!.click());
    await page.type('#lists-paste', `jane.doe@${SLOW}\n${ADDRESS}\n`);
    await press(page, 'Read these addresses');
    await press(page, 'Start with 2 addresses');
    await press(page, 'Pasted addresses');
    await waitForText(page, '.lists-rows', ADDRESS);
    await waitForText(page, 'main', 'Running');
    const path = page.url();
    await endSession();
    await page.bringToFront();
    await saysSo(ADDRESS, SLOW);
    await signInAgain();
    await page.goto(path);
    await waitForText(page, 'main', 'Running');
    await waitForText(page, '.lists-rows', ADDRESS);
    await opened.close();
  });

  it('leaves a dialog that is half filled, and does nothing of what was typed in it', async () => {
    const typed = 'half-typed label';
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes(typed)) sent.push(request.url());
    });
    await press(page, 'Keys');
    await press(page, 'Make a private key');
    await page.type('#field-label', typed);
    await endSession();
    await page.bringToFront();
    assert.deepEqual(sent, []);
    await press(page, 'Make key');
    await saysSo(typed);
    assert.equal(sent.length, 1, 'what the person sent was refused');
    await signInAgain();
    await press(page, 'Keys');
    await waitForText(page, 'main', 'No key yet');
    assert.equal((await page.content()).includes(typed), false);
    assert.equal(sent.length, 1, 'nothing is sent again');
    assert.deepEqual(await real.service.accounts.listKeys(account), []);
    await opened.close();
  });

  it('ends with its account', { timeout: 60_000 }, async () => {
    await press(page, 'Live');
    await call();
    await waitForText(page, '.live-table', DOMAIN);
    await pressInRow('/accounts', 'Close');
    await operator.page.type('#field-confirmation', name);
    await press(operator.page, 'Close account');
    await waitForText(operator.page, 'body', `${name} is closed.`);
    const started = performance.now();
    await page.bringToFront();
    await saysSo(DOMAIN);
    assert.ok(performance.now() - started < 10_000);
    await page.reload();
    await waitForText(page, 'h1', 'Sign in with a link');
    await assert.rejects(real.link(account), { code: 'no-account' });
    await opened.close();
  });
});
