import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { csvLine } from '../../../src/table/index.js';
import { openBrowser } from '../../demo/browser.js';
import { cookieOf, pageAt, type Page as Caller } from '../../service/console/fixture.js';
import { waitForText } from '../console-page.js';
import { GivenTexts, parts } from './given-texts.js';
import { describeOnDatabases, type RealService } from './real-service.js';
import { openWatchedPage, type WatchedPage } from './watched-page.js';

const ROWS_OF_LIST = 500;
const ROWS_OF_PAGE = 100;
const MOST_LISTS = 100;

describeOnDatabases(
  '10,000 hostile texts',
  (start) => {
    let real: RealService;
    let browser: Browser;
    let watched: WatchedPage;
    let page: Page;
    let operator: Caller;
    const texts = new GivenTexts();

    before(async () => {
      // Every session is from another network: each has few tries to sign in.
      real = await start({ 'trusted-hops': '1' });
      browser = await openBrowser();
      const token = (await real.link()).slice(1);
      operator = pageAt(real.url, cookieOf(await signIn(token, {})));
      watched = await openWatchedPage(browser, real.url, await real.link());
      ({ page } = watched);
    });
    after(async () => {
      await browser.close();
      await real.end();
      assert.deepEqual(real.faults, []);
    });

    const signIn = (token: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
      pageAt(real.url).call('signIn', { body: { token }, headers });

    const open = async (name: string, credits = 1_000): Promise<number> =>
      (await real.service.accounts.createAccount({ name, credits })).id;

    /** Opens a view and looks at it once it shows what this selector finds. */
    const lookAt = async (path: string, selector: string): Promise<void> => {
      await page.goto(`${real.url}/console${path}`);
      await page.waitForSelector(selector);
      await watched.look();
    };

    it('are names of accounts', async () => {
      const accounts = await Promise.all(Array.from({ length: 100 }, (_, at) => open(`Account ${at}`)));
      for (const round of parts(texts.take('accountNames', 180), accounts.length)) {
        await texts.give(round, (name, at) =>
          operator.call('renameAccount', { parts: { account: accounts[at]! }, body: { name } }),
        );
        await lookAt('/accounts', '.accounts-table');
      }
      await lookAt('/sessions', '.sessions-audit');
      for (const account of accounts.slice(0, 3)) await lookAt(`/accounts/${account}`, '.overview-top');
    });

    it('are labels of keys', async () => {
      for (const round of parts(texts.take('keyLabels', 55), 300)) {
        const account = await open('Keys');
        await texts.give(round, (label, at) =>
          operator.call('addKey', {
            parts: { account },
            body:
              at % 3 ? { kind: 'private', label } : { kind: 'public', label, origins: ['https://shop.example.com'] },
          }),
        );
        await lookAt(`/accounts/${account}/keys`, '.keys-table');
        await lookAt(`/accounts/${account}`, '.overview-budgets');
      }
    });

    it('are origins of keys', async () => {
      const account = await open('Origins');
      await texts.give(texts.take('origins', 100), (text, at) =>
        operator.call('addKey', {
          parts: { account },
          body: { kind: 'public', origins: [at % 2 ? text : `https://${text}.example.com`] },
        }),
      );
      // Some are names of hosts all the same.
      await lookAt(`/accounts/${account}/keys`, 'h1');
    });

    it('are addresses in lists', async () => {
      const account = await open('Rows', 10_000);
      const shapes: readonly ((text: string) => string)[] = [
        (text) => text,
        (text) => `${text}@no-such-domain.com`,
        (text) => `"${text.replaceAll('"', '')}"@no-such-domain.com`,
        (text) => `jane.doe@${text}.com`,
        (text) => `${text} <jane.doe@no-such-domain.com>`,
      ];
      for (const round of parts(texts.take('listRows', 200), ROWS_OF_LIST)) {
        // A file with a NUL is no text, and is refused as a whole: see below.
        const lines = round.map(({ text }, at) => csvLine([shapes[at % shapes.length]!(text.replaceAll('\0', ''))]));
        const { list } = await operator.ask('addListFile', {
          parts: { account },
          query: { name: round[0]!.text.replace(/\p{Cc}/gu, ' ').slice(0, 200), column: 'email' },
          body: ['email\n', ...lines].join(''),
        });
        await operator.ask('startList', { parts: { account, list: list.id } });
        await page.goto(`${real.url}/console/accounts/${account}/lists/${list.id}`);
        await waitForText(page, 'main', 'Completed');
        await waitForText(page, '.lists-turn', `Rows 1 to ${ROWS_OF_PAGE} of ${ROWS_OF_LIST}`);
        await watched.look();
        for (let from = ROWS_OF_PAGE + 1; from < ROWS_OF_LIST; from += ROWS_OF_PAGE) {
          await page.evaluate(() => document.querySelectorAll<HTMLElement>('.lists-turn button')[1]!.click());
          await waitForText(page, '.lists-turn', `Rows ${from} to`);
          await watched.look();
        }
      }
      await lookAt(`/accounts/${account}/lists`, '.lists-all');
    });

    it('are names of files, of columns, and cells', async () => {
      const account = await open('Files');
      await page.goto(`${real.url}/console/accounts/${account}/lists`);
      // With its name and its header, a file has 121 texts.
      const COLUMNS = 20;
      const taken = texts.take('filesAndCells', 150);
      for (const [name, ...cells] of parts(taken, 1 + COLUMNS * 6)) {
        const [header, ...rows] = parts(
          cells.map(({ text }) => text.replaceAll('\0', '')),
          COLUMNS,
        );
        const lines = rows.map((row) => csvLine(['jane.doe@acme.com', ...row]));
        await page.waitForSelector('#lists-give');
        const file = { name: name!.text, content: [csvLine(['email', ...header!]), ...lines].join('') };
        await page.$eval(
          'input[type=file]',
          (input, { name: fileName, content }) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content], fileName, { type: 'text/csv' }));
            input.files = transfer.files;
            input.dispatchEvent(new Event('change'));
          },
          file,
        );
        await page.waitForSelector('#lists-draft, [role=alert]');
        await watched.look();
        if (await page.$('#lists-draft'))
          await page.evaluate(() =>
            document.querySelectorAll<HTMLElement>('[aria-labelledby=lists-draft] button')[1]!.click(),
          );
        else for (const { number } of [name!, ...cells]) texts.refuse(number);
      }
    });

    it('are names of lists', async () => {
      for (const round of parts(texts.take('listNames', 180), MOST_LISTS)) {
        const account = await open('Lists');
        await texts.give(
          round,
          (name, at) =>
            operator.call('addListFile', { parts: { account }, query: { name }, body: `jane.${at}@acme.com\n` }),
          2,
        );
        await lookAt(`/accounts/${account}/lists`, '.lists-all');
      }
    });

    /** A text that HTTP takes in a header: its octets in UTF-8, without control characters. */
    const inHeader = (text: string): string =>
      Buffer.from(text.replace(/[\0-\x1f\x7f]/g, ''), 'utf8')
        .toString('latin1')
        .trim();

    it('are origins and addresses of calls that are refused', async () => {
      const account = await open('Calls');
      const { key } = await real.service.accounts.createKey({
        ...{ account, kind: 'public', label: '<script>hit("label")</script>', origins: ['https://shop.example.com'] },
      });
      await page.goto(`${real.url}/console/accounts/${account}/live`);
      await page.waitForSelector('.live-state');
      const ask = (email: string, origin: string): Promise<Response> =>
        fetch(`${real.url}/v1/?${new URLSearchParams({ api: key, email }).toString()}`, {
          headers: { Origin: origin },
        });
      for (const round of parts(texts.take('calls', 200), 100)) {
        await texts.give(round, (text, at) =>
          at % 2
            ? ask(`jane@${text}.example`, 'https://elsewhere.example')
            : ask('jane@shop.example', at % 4 ? inHeader(text) : `https://${inHeader(text)}`),
        );
        assert.ok(
          round.every(({ number }) => texts.refused.has(number)),
          'none is of the page that the key is for',
        );
        const last = (await operator.ask('feed', { parts: { account } })).entries.length;
        await page.waitForFunction(
          (rows) => document.querySelectorAll('.live-table tbody tr').length >= rows,
          {},
          Math.min(last, 100),
        );
        await watched.look();
      }
      await lookAt('/live', '.live-table');
    });

    it('are reasons for credits', async () => {
      const account = await open('Reasons');
      for (const round of parts(texts.take('reasons', 190), 200)) {
        await texts.give(round, (reason, at) =>
          operator.call('changeCredits', {
            parts: { account },
            body: { id: `order-${round[0]!.number}-${at}`, credits: 1, reason },
          }),
        );
        await lookAt('/sessions', '.sessions-audit');
      }
    });

    it('are names of browsers', async () => {
      await texts.give(texts.take('browsers', 190), async (text, at) =>
        signIn((await real.link()).slice(1), {
          'User-Agent': inHeader(text),
          'X-Forwarded-For': `198.51.${at >> 8}.${at & 255}`,
        }),
      );
      await lookAt('/sessions', '.sessions-audit');
    });

    it('are addresses that are tried', async () => {
      const account = await open('Tries');
      await lookAt(`/accounts/${account}/try`, '#try-email');
      for (const { text } of texts.take('tries', 300)) {
        const wanted = await page.$eval(
          '#try-email',
          (element, value) => {
            const field = element as HTMLInputElement;
            field.value = value;
            field.dispatchEvent(new Event('input'));
            field.form!.requestSubmit();
            return field.value.trim();
          },
          text,
        );
        await page.waitForFunction(
          (email) =>
            !document.querySelector('.try-field [aria-disabled]') &&
            (document.querySelector('.try-card bdi, main bdi')?.textContent?.trim() === email ||
              document.querySelector('#try-failure') !== null),
          {},
          wanted,
        );
        await watched.look();
      }
    });

    it('are addresses of webhooks', async () => {
      const account = await open('Webhooks');
      await texts.give(
        texts.take('webhooks', 150),
        async (text) => {
          const response = await operator.call('setWebhook', {
            parts: { account },
            body: { url: `https://hooks.no-such-domain.com/${text}` },
          });
          if (!response.ok) return response;
          const { list } = await operator.ask('addListFile', { parts: { account }, body: 'jane.doe@acme.com\n' });
          await operator.ask('startList', { parts: { account, list: list.id } });
          // It may have ended before that: either is told to the address.
          await operator.call('cancelList', { parts: { account, list: list.id } });
          return response;
        },
        1,
      );
      await lookAt(`/accounts/${account}/webhooks`, '.webhooks-table');
    });

    it('are links', async () => {
      const places = ['/', '/accounts/', '/accounts/1/lists/', '/accounts/1/keys/', '#'];
      for (const [at, { text }] of texts.take('links').entries()) {
        const path = `${places[at % places.length]}${encodeURIComponent(Buffer.from(text).toString())}`;
        await page.goto(`${real.url}/console${path}`);
        await page.waitForSelector('h1');
        await watched.look();
      }
    });

    it('run nowhere', async () => {
      await watched.close();
      assert.equal(texts.given, 10_000);
      for (const line of texts.report(watched.shown)) console.log(`measured: ${line}`);
      // The others were left out: names beside addresses in lists, and what is no origin or domain in calls.
      const handled = new Set([...texts.refused, ...watched.shown]);
      assert.ok(watched.shown.size > 6_000 && handled.size > 9_000, `${handled.size} were refused or shown`);
    });
  },
  { isLong: true },
);
