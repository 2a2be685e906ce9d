import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { parseCsv } from '../../demo/bulk-csv.js';
import { startDemo, type Demo } from '../../demo/demo.js';
import { looksRight as pageLooksRight } from './axe.js';
import { openBrowser } from './browser.js';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let demo: Demo;
/** What the page complained of: errors of scripts, and all that its policy forbids. */
let complaints: string[];
/** Where the page asked, without what it asked. */
let asked: string[];
const faults: unknown[] = [];

const textOf = (selector: string): Promise<string> =>
  page.$eval(selector, ({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim());

const textsOf = (selector: string): Promise<string[]> =>
  page.$$eval(selector, (all) => all.map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()));

/** Waits until what is found by the selector says so. */
const says = (selector: string, words: string, timeout = 20_000): Promise<unknown> =>
  page.waitForFunction(
    (wanted, part) => document.querySelector(wanted)?.textContent?.includes(part),
    { timeout },
    selector,
    words,
  );

const openBulk = async (): Promise<void> => {
  await page.goto(`${demo.url}/bulk.html`);
  await page.waitForFunction(
    () => document.querySelector('#refusal')?.textContent || document.querySelector('#signed-in:not([hidden])'),
  );
};

const signIn = async (): Promise<void> => {
  await openBulk();
  await Promise.all([page.waitForNavigation(), page.click('#signed-out .primary')]);
  await page.waitForSelector('#signed-in:not([hidden])');
};

/** Sends one of the demo's lists; the latest is the first on the page. */
const send = async (name: string): Promise<void> => {
  await page.click(`[data-name="${name}"]`);
  await page.click('#upload .primary');
  await says('#upload-status', `“${name}” was sent.`);
};

const latest = '#lists li:first-child';
const earlier = '#lists li:nth-child(2)';
const isShown = (): Promise<unknown> => page.waitForSelector('#results-found:not([hidden])');

/** Looks at the present page in light and dark, wide and narrow. */
const looksRight = (): Promise<void> =>
  pageLooksRight(page, async (width) => {
    const clipped = await page.$$eval('.card *, .panel *', (all) =>
      all.flatMap((each) => {
        const panel = each.closest('.card, .panel')!.getBoundingClientRect();
        const { left, right, width: wide } = each.getBoundingClientRect();
        return wide > 1 && !each.closest('.scroll') && (left < panel.left || right > panel.right)
          ? [each.outerHTML]
          : [];
      }),
    );
    assert.deepEqual(clipped, [], `nothing sticks out of its panel at ${width}`);
  });

describe('the page for lists', () => {
  before(async () => {
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    assert.deepEqual(faults, []);
  });

  beforeEach(async () => {
    [complaints, asked] = [[], []];
    context = await browser.createBrowserContext();
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // A status is no complaint of the page's: each is looked at where it is due.
      if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    page.on('request', (request) => asked.push(request.url().replace(/\?.*/, '')));
    await page.setViewport({ width: 1280, height: 900 });
  });

  afterEach(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });

  describe('of an account with credits', () => {
    before(async () => {
      demo = await startDemo({ credits: 20_000, onFault: (fault) => faults.push(fault) });
    });
    after(() => demo.close());

    it('needs a sign-in, returns to the page after it, and adds credits only for that person', async () => {
      await page.goto(demo.url);
      await Promise.all([page.waitForNavigation(), page.click('aside a[href="/bulk.html"]')]);
      await page.waitForSelector('#signed-out:not([hidden])');
      assert.match(
        await textOf('#signed-out'),
        /^The key proxy answers 403: The key proxy's authorize does not allow this call\./,
      );
      assert.equal(await page.$eval('#signed-in', (part) => part.checkVisibility()), false);
      await looksRight();
      for (const headers of [{}, { 'Sec-Fetch-Site': 'same-origin' }])
        assert.equal((await fetch(`${demo.url}/add-credits`, { method: 'POST', headers })).status, 403);
      await signIn();
      assert.equal(new URL(page.url()).pathname, '/bulk.html');
      assert.equal(await textOf('#balance'), '20,000');
      await page.click('#add-credits');
      await says('#balance', '25,000');
      await Promise.all([page.waitForNavigation(), page.click('#sign-out button')]);
      assert.equal(new URL(page.url()).pathname, '/bulk.html');
      assert.equal(
        (
          await fetch(`${demo.url}/sign-in?to=https://evil.example/`, {
            method: 'POST',
            headers: { Origin: demo.url },
            redirect: 'manual',
          })
        ).headers.get('Location'),
        '/account.html',
      );
    });

    it('fetches the list, and shows its results as a ring, as numbers and by line', async () => {
      await signIn();
      await send('One of each');
      await says(`${latest} .headline`, 'Completed');
      await isShown();
      assert.equal(await textOf('#results-title'), 'Results of One of each');
      assert.deepEqual(await textsOf('#legend tbody tr'), [
        '● Safe to Send321.4%',
        '▲ Risky321.4%',
        '■ Invalid750%',
        '◆ Unknown17.1%',
      ]);
      assert.equal(
        await page.$eval('#donut svg', (ring) => ring.getAttribute('aria-label')),
        'A ring of 14 lines: Safe to Send 3, Risky 3, Invalid 7, Unknown 1.',
      );
      assert.equal(await page.$$eval('#donut .slice', ({ length }) => length), 4);
      const rows = await page.$$eval('#lines tr', (all) =>
        all.map((row) => [...row.cells].map(({ textContent }) => textContent)),
      );
      assert.deepEqual(
        rows.map(([line]) => line),
        Array.from({ length: 14 }, (_, at) => String(at + 1)),
      );
      assert.deepEqual(rows[0]?.slice(1), ['jane.doe@gmail.com', '● Safe to Send', 'Deliverable', '']);
      assert.deepEqual(rows[1]?.slice(1), ['"jane.doe"@acme.com', '● Safe to Send', 'Deliverable', '']);
      assert.deepEqual(rows[7]?.slice(1), ['jane.doe@gmial.com', '■ Invalid', 'Bounce', 'jane.doe@gmail.com']);
      assert.deepEqual(
        rows[10]?.slice(1),
        ['nobody@greylisted.net-trouble.com', '■ Invalid', 'Bounce, Role', ''],
        'it was put off at first',
      );
      assert.equal(rows[12]?.[1], '=sum@acme.com', 'without the apostrophe of the file');
      assert.deepEqual(rows[13]?.slice(1), rows[0]?.slice(1));
      await looksRight();
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
      await (
        await page.createCDPSession()
      ).send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
      const colours = await page.$$eval('#donut .slice', (all) => all.map((each) => getComputedStyle(each).stroke));
      assert.equal(new Set(colours).size, 4, 'four colours of the system');
    });

    it('makes one list of a double click', async () => {
      await signIn();
      await page.$eval('#upload .primary', (button) => [1, 2].forEach(() => (button as HTMLButtonElement).click()));
      await says('#upload-status', '“One of each” is on its way already.');
      assert.deepEqual(await textsOf('#lists h3'), ['One of each']);
      assert.equal(
        await page.evaluate(() => (JSON.parse(sessionStorage.getItem('fernhollow-lists') ?? '[]') as unknown[]).length),
        1,
      );
    });

    it('shows the first hundred lines of a result that is chosen, and offers all by a link', async () => {
      await signIn();
      await send('Guests');
      await isShown();
      assert.equal(await textOf('#shown'), 'The first 100 of 400 lines. All of them are in the download.');
      assert.equal(await page.$$eval('#lines tr', ({ length }) => length), 100);
      await page.select('#filter', 'Unknown');
      const known = Number(
        /^Unknown \((\d+)\)$/.exec(
          await page.$eval('#filter', (select) => (select as HTMLSelectElement).selectedOptions[0]!.text),
        )?.[1],
      );
      assert.ok(known > 0 && known < 100);
      assert.deepEqual([...new Set(await textsOf('#lines td:nth-child(3)'))], ['◆ Unknown']);
      assert.equal(await page.$$eval('#lines tr', ({ length }) => length), known);
      assert.equal(await textOf('#shown'), `${known} lines, in the order of the list.`);
      const file = await fetch(await page.$eval('#download', (link) => (link as HTMLAnchorElement).href));
      assert.match(file.headers.get('Content-Disposition') ?? '', /^attachment; filename="Guests-results\.csv"/);
      assert.equal(parseCsv(await file.text()).length, 401);
      assert.deepEqual(
        [...new Set(asked.map((url) => new URL(url).origin))],
        [demo.url, demo.serviceUrl],
        'the policy lets it read the results, and nothing else',
      );
    });

    it('explains why a list failed and what to do, and uploads it again', async () => {
      await signIn();
      await send('A web page');
      await says(`${latest} .headline`, 'Failed');
      assert.match(
        await textOf(`${latest} .hint`),
        /^The file is a web page, .*: give the list itself, as CSV or plain text\. Nothing was charged\. When that is done, send the list again\.$/,
      );
      assert.equal(await page.$eval(`${latest} [role=progressbar]`, (bar) => bar.checkVisibility()), false);
      await looksRight();
      await page.setViewport({ width: 1280, height: 900 });
      await page.click(`${latest} [aria-label="Send it again: A web page"]`);
      await page.waitForSelector(earlier);
      await says(`${latest} .headline`, 'Failed');
    });

    it('explains what is wrong with a URL, and accepts a valid one', async () => {
      await signIn();
      await page.type('#own-url', 'http://lists.shop.com/may.csv');
      await page.click('#upload .primary');
      await says('#upload-status', "The list's URL must begin with https://.");
      assert.equal(await page.$eval('#own-url', (input) => input.getAttribute('aria-invalid')), 'true');
      await looksRight();
      await page.$eval('#own-url', (input) => ((input as HTMLInputElement).value = ''));
      await page.type('#own-url', `${demo.listsUrl}/no-such-list.csv`);
      await page.click('#upload .primary');
      await says('#upload-status', '“no-such-list.csv” was sent.');
      await says(`${latest} .headline`, 'Failed');
      assert.match(await textOf(`${latest} .hint`), /status 404/);
    });

    it('queues a second list, and continues after the page was left and after the service restarted', async () => {
      await signIn();
      await page.evaluate(() => {
        const heard: string[] = [];
        Object.assign(window, { heard });
        new MutationObserver(() => heard.push(document.querySelector('#news')?.textContent ?? '')).observe(
          document.querySelector('#news')!,
          { childList: true },
        );
      });
      await send('Everybody');
      await send('Guests');
      await says(`${latest} .headline`, 'Queued');
      await says(`${latest} .hint`, 'It begins when “Everybody” has ended: an account has one list at work.');
      await page.waitForFunction(
        (bar) => Number(document.querySelector(bar)?.getAttribute('aria-valuenow')) > 0,
        { timeout: 60_000 },
        `${earlier} [role=progressbar]`,
      );
      await demo.closeService();
      await says(`${earlier} .headline`, 'No answer');
      assert.equal(
        await textOf(`${earlier} .hint`),
        'The service cannot be reached: ask again later. This page goes on asking. The list is not lost: it goes on where it was.',
      );
      const bar = await page.$eval(`${earlier} [role=progressbar]`, (each) => ({
        name: each.getAttribute('aria-label'),
        now: each.getAttribute('aria-valuenow'),
      }));
      assert.equal(bar.name, 'Progress of Everybody');
      assert.ok(Number(bar.now) > 0 && Number(bar.now) < 100, 'it stands where it was');
      await looksRight();
      await page.setViewport({ width: 1280, height: 900 });
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
      assert.ok(heard.length < 12, `spoken at new states and quarters alone: ${heard.join(' | ')}`);
      assert.equal(new Set(heard).size, heard.length);

      await page.goto(`${demo.url}/account.html`);
      await demo.reopenService();
      await openBulk();
      await page.waitForSelector(earlier);
      assert.deepEqual(await textsOf('#lists h3'), ['Guests', 'Everybody']);
      await says(`${earlier} .headline`, 'Completed', 60_000);
      await says(`${latest} .headline`, 'Completed');
      await says('#results-title', 'Results of Guests');
      await page.click(`${earlier} [aria-label="Show the results: Everybody"]`);
      await says('#donut .total', '20,000');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'results-title');
      await page.reload();
      await isShown();
      assert.equal(await textOf('#donut .total'), '400', 'who comes back later sees the latest');
    });
  });

  describe('of an account with five credits', () => {
    before(async () => {
      demo = await startDemo({ credits: 5, onFault: (fault) => faults.push(fault) });
    });
    after(() => demo.close());

    it('reports that a list waits for credits, and continues when there are some', async () => {
      await signIn();
      await send('One of each');
      await says(`${latest} .headline`, 'Waits for credits');
      assert.equal(
        await textOf(`${latest} .hint`),
        'The account has no credits left: the list goes on when there are some. What is checked so far is kept.',
      );
      await says('#balance', '0');
      await looksRight();
      await page.setViewport({ width: 1280, height: 900 });
      await page.click('[data-name="Guests"]');
      await page.click('#upload .primary');
      await says('#upload-status', 'The service answers “Credits Low”: add some above, and send the list again.');
      await page.click(`${latest} [aria-label="Add 5,000 credits: One of each"]`);
      await says(`${latest} .headline`, 'Completed');
      await isShown();
      assert.deepEqual(await textsOf('#legend tbody td:nth-child(2)'), ['3', '3', '7', '1']);
    });

    it('reports that lists and sign-ins are gone after the demo has restarted', async () => {
      await signIn();
      await page.click('#add-credits');
      await send('One of each');
      await isShown();
      const [port, servicePort] = [demo.url, demo.serviceUrl].map((url) => Number(new URL(url).port)) as [
        number,
        number,
      ];
      await demo.close();
      demo = await startDemo({ port, servicePort, credits: 5, onFault: (fault) => faults.push(fault) });
      await page.click(`${latest} [aria-label="Show the results: One of each"]`);
      await says('#results-status', 'The service has these results no more: send the list again.');
      await page.click('#add-credits');
      await page.waitForSelector('#signed-out:not([hidden])');
      assert.equal(await textOf('#credits-fault'), '');
      await Promise.all([page.waitForNavigation(), page.click('#signed-out .primary')]);
      await says(`${latest} .headline`, 'Not known');
      assert.equal(
        await page.$eval(`${latest} [aria-label="Send it again: One of each"]`, (button) => button.checkVisibility()),
        true,
      );
    });

    it('reports that no credits were added if the service does not answer', async () => {
      await signIn();
      await demo.close();
      await page.click('#add-credits');
      await says('#credits-fault', 'No credits were added: the site or its service cannot be reached.');
    });
  });
});
