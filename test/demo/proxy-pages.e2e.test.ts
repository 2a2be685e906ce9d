import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { looksRight } from './axe.js';
import { openBrowser } from './browser.js';

let demo: Demo;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: unknown[] = [];

/** What the page asked for, in order. */
let requests: HTTPRequest[];
/** What it complained of: errors of scripts, and all that its policy forbids. */
let complaints: string[];
/** All that the browser was told in this test: addresses, headers, bodies, events. */
let received: Promise<string>[];

const paidCalls = (): number => demo.entries().filter(({ path }) => path === '/v1/').length;
const balance = (): number =>
  demo
    .entries()
    .map((entry) => entry.balance)
    .filter((left) => left !== undefined)
    .at(-1) ?? 1000;

/** The body of an answer; of one that the browser has thrown away with its page, nothing. */
const bodyOf = async (request: HTTPRequest): Promise<string> => {
  const bytes = await request
    .response()
    ?.buffer()
    .catch(() => undefined);
  return bytes ? Buffer.from(bytes).toString('latin1') : '';
};

const listenTo = async (opened: Page): Promise<void> => {
  opened.on('request', (request) => requests.push(request));
  opened.on('response', (response) =>
    received.push(Promise.resolve(`${response.url()}\n${JSON.stringify(response.headers())}`)),
  );
  // A stream of events has no end: its events are heard below.
  opened.on('requestfinished', (request) => received.push(bodyOf(request)));
  opened.on('pageerror', (error) => complaints.push(String(error)));
  opened.on('console', (message) => {
    // A status is no complaint of the page's: each is looked at where it is due.
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  const devtools = await opened.createCDPSession();
  await devtools.send('Network.enable');
  devtools.on('Network.eventSourceMessageReceived', ({ data }) => received.push(Promise.resolve(data)));
};

const open = async (path: string, at = demo): Promise<void> => {
  await page.goto(`${at.url}${path}`);
};

const openSignUp = async (): Promise<void> => {
  await open('/proxy.html');
  await page.waitForSelector('email-check:defined');
};

const textOf = (selector: string): Promise<string> =>
  page.$eval(selector, ({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim());

const reaches = (state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('email-check')?.state === wanted, { timeout: 60_000 }, state);

/** Does what leads to another page, and answers with that page's status. */
const turnPage = async (act: () => Promise<unknown>): Promise<number | undefined> => {
  const [response] = await Promise.all([page.waitForNavigation(), act()]);
  return response?.status();
};

const send = (): Promise<number | undefined> => turnPage(() => page.click('.primary'));

/** What was asked of each question about the receipt. */
const steps = (): Promise<(string | undefined)[]> =>
  page.$$eval('#steps li', (rows) => rows.map((row) => (row as HTMLElement).dataset['outcome']));

const allYes = new Array(7).fill('yes');

describe('a page of a site with a key proxy', () => {
  before(async () => {
    demo = await startDemo({ onFault: (fault) => faults.push(fault) });
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    await demo.close();
    assert.deepEqual(faults, []);
  });

  beforeEach(async () => {
    [requests, complaints, received] = [[], [], []];
    context = await browser.createBrowserContext();
    page = await context.newPage();
    await listenTo(page);
    await page.setViewport({ width: 1280, height: 900 });
  });

  afterEach(async () => {
    const told = (await Promise.all(received)).join('\n').toLowerCase();
    await context.close();
    const key = demo.privateKey.toLowerCase();
    const pieces = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
    assert.deepEqual(
      pieces.filter((piece) => told.includes(piece)),
      [],
      'the browser was told nothing of the key',
    );
    assert.deepEqual(complaints, []);
  });

  describe('that signs up', () => {
    it('sends one paid request through its own site, and its backend verifies the receipt without another', async () => {
      const [asked, credits] = [paidCalls(), balance()];
      await openSignUp();
      await page.type('#name', 'Jane', { delay: 20 });
      await page.type('[name=email]', 'jane.doe@gmail.com', { delay: 60 });
      await reaches('safe');
      assert.equal(await send(), 200);
      assert.equal(await textOf('#outcome-title'), 'Welcome to Fernhollow');
      assert.match(await textOf('main'), /Jane, your letters go to jane\.doe@gmail\.com\./);
      assert.match(await textOf('#finding'), /^Receipt verified Result\s?Safe to Send/);
      assert.deepEqual(await steps(), allYes);
      assert.match(await textOf('[aria-current]'), /^A good receipt: Safe to Send/);

      assert.deepEqual([paidCalls() - asked, credits - balance()], [1, 1]);
      assert.deepEqual(
        [...new Set(requests.map((request) => new URL(request.url()).origin))],
        [demo.url],
        'the browser asked nobody else',
      );
      const told = (await Promise.all(received)).join('\n');
      assert.doesNotMatch(told, /public_\w{4}/, 'there is no public key on these pages');
      assert.match(told, /"result":"Safe to Send"/, 'what the browser was told has been looked at');
      const usage = await fetch(`${demo.serviceUrl}/v1/balance/?api=${demo.privateKey}`);
      assert.equal(usage.status, 200, 'the key that was looked for is the one in use');
    });

    it('shows the claims, and of the receipt every letter', async () => {
      await openSignUp();
      await page.type('#name', 'Jane');
      await page.type('[name=email]', 'jane.doe@gmail.com');
      await reaches('safe');
      const receipt = await page.$eval('email-check', (element) => element.receipt);
      await send();
      assert.equal(await textOf('.receipt'), receipt);
      const claims = await textOf('.claims');
      for (const claim of ['"HS256"', '"email-check-receipt+jwt"', '"Safe to Send"', 'email_hash'])
        assert.ok(claims.includes(claim), claim);
      assert.doesNotMatch(claims, /jane|gmail/);
    });

    it('holds an Enter right after the last key, and submits with the receipt', async () => {
      await openSignUp();
      await page.type('#name', 'John');
      await page.type('[name=email]', 'john.smith@gmail.com', { delay: 5 });
      assert.equal(await turnPage(() => page.keyboard.press('Enter')), 200);
      assert.deepEqual(await steps(), allYes);
      const posts = requests
        .filter((request) => request.method() === 'POST')
        .map((request) => new URL(request.url()).pathname);
      assert.deepEqual(posts, ['/email-check/validate', '/sign-up']);
    });

    it('asks for another address if mail would bounce', async () => {
      await openSignUp();
      await page.type('#name', 'Jane');
      await page.type('[name=email]', 'nobody@acme.com');
      await reaches('invalid');
      assert.equal(await send(), 422);
      assert.match(
        await textOf('main'),
        /^Another address is needed nobody@acme\.com cannot be used\. Mail to this address would come back\./,
      );
      assert.deepEqual(await steps(), allYes);
    });

    it('accepts a shared inbox', async () => {
      await openSignUp();
      await page.type('#name', 'Jane');
      await page.type('[name=email]', 'sales@acme.com');
      await reaches('risky');
      assert.equal(await send(), 200);
      assert.match(await textOf('[aria-current]'), /^A good receipt: Risky or Unknown/);
    });

    it('has a receipt of a temporary address that the free detector knows, without a paid request', async () => {
      const asked = paidCalls();
      await openSignUp();
      await page.type('#name', 'Jane');
      await page.type('[name=email]', 'x@mailinator.com');
      await reaches('disposable');
      assert.equal(await send(), 422);
      assert.match(await textOf('#finding'), /^Receipt verified Result\s?Invalid\s?Code\s?3/);
      assert.equal(paidCalls(), asked);
    });

    it('types an address at a press of its button', async () => {
      await openSignUp();
      await page.click('#addresses button');
      await reaches('safe');
      assert.equal(
        await page.$eval('[name=email]', (input) => (input as HTMLInputElement).value),
        'jane.doe@gmail.com',
      );
    });

    it('shows the requests to the service', async () => {
      await openSignUp();
      await page.click('#addresses button');
      await reaches('safe');
      await page.waitForSelector('#log tr');
      assert.match(await textOf('#log'), /\/v1\//);
      assert.doesNotMatch(await textOf('#log'), /jane|gmail/);
    });

    it('works without script: no receipt, and the address is checked later', async () => {
      await page.setJavaScriptEnabled(false);
      await open('/proxy.html');
      await page.type('#name', 'Jane');
      await page.type('[name=email]', 'jane.doe@gmail.com');
      assert.equal(await send(), 202);
      assert.match(await textOf('main'), /^You are signed up Jane, jane\.doe@gmail\.com is to be checked later/);
      assert.match(await textOf('[aria-current]'), /^No receipt/);
    });

    it('accepts an address unchecked if the service stops while it is typed', async () => {
      const broken = await startDemo();
      try {
        await open('/proxy.html', broken);
        await page.waitForSelector('email-check:defined');
        await page.type('#name', 'Jane');
        await page.type('[name=email]', 'jane.doe@gm', { delay: 20 });
        await broken.closeService();
        await page.type('[name=email]', 'ail.com', { delay: 20 });
        await reaches('unavailable');
        assert.equal(await send(), 202);
        assert.match(await textOf('#finding'), /^No receipt: missing/);
      } finally {
        await broken.close();
      }
    });

    it('shows submitted values as text', async () => {
      const hostile = '<img src=x onerror=alert(1)>"\'&';
      const claims = Buffer.from(JSON.stringify({ [hostile]: hostile, iat: 1e300 })).toString('base64url');
      const body = new URLSearchParams({
        name: hostile,
        email: hostile,
        email_check_receipt: `${claims}.${claims}.${hostile}`,
      });
      const response = await fetch(`${demo.url}/sign-up`, { method: 'POST', body });
      const html = await response.text();
      assert.equal(response.status, 422);
      assert.match(response.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(html, /<img src=x/);
      assert.ok(html.split('&lt;img src=x').length > 4, 'it is shown');
    });

    it('refuses bodies that are not forms, or too long', async () => {
      const post = async (body: BodyInit, type: string): Promise<number> =>
        (await fetch(`${demo.url}/sign-up`, { method: 'POST', body, headers: { 'Content-Type': type } })).status;
      assert.equal(await post('{}', 'application/json'), 400);
      assert.equal(await post(`email=${'x'.repeat(9_000)}`, 'application/x-www-form-urlencoded'), 413);
    });
  });

  describe('that plays tricks', () => {
    /** Which question is answered with no. */
    const rows: readonly (readonly [button: string, code: string, failed: number])[] = [
      ['edited', 'altered', 3],
      ['late', 'expired', 4],
      ['borrowed', 'other-address', 5],
      ['twice', 'used', 6],
    ];
    for (const [button, code, failed] of rows)
      it(`is found out: ${button} is ${code}`, async () => {
        await openSignUp();
        assert.equal(await turnPage(() => page.click(`#${button}`)), 202);
        assert.match(await textOf('#finding'), new RegExp(`^Receipt refused: ${code} `));
        assert.deepEqual(
          await steps(),
          allYes.map((_, at) => (at < failed ? 'yes' : at === failed ? 'no' : 'not asked')),
        );
        assert.match(await textOf('[aria-current]'), /^A receipt that is refused/);
        assert.match(await textOf('main'), /is to be checked later/);
        assert.match(await textOf('aside'), /None of it is believed/);
      });

    it('accepts a valid receipt of a temporary address, and asks for another address', async () => {
      await openSignUp();
      assert.equal(await turnPage(() => page.click('#temporary')), 422);
      assert.match(await textOf('#finding'), /^Receipt verified Result\s?Invalid\s?Code\s?3/);
      assert.match(await textOf('main'), /it takes no temporary addresses/);
    });

    it('reports that the key proxy has no receipt', async () => {
      const broken = await startDemo();
      try {
        await broken.closeService();
        await open('/proxy.html', broken);
        await page.click('#edited');
        await page.waitForFunction(() =>
          document.querySelector('#trick-status')?.textContent?.startsWith('There is no receipt'),
        );
        assert.equal(
          await textOf('#trick-status'),
          'There is no receipt to send. The service cannot be reached: ask again later.',
        );
      } finally {
        await broken.close();
      }
    });
  });

  describe('that shows the account', () => {
    const isRefused = (): Promise<unknown> =>
      page.waitForFunction(() => document.querySelector('#refusal')?.textContent);
    const isShown = (): Promise<unknown> => page.waitForSelector('#usage-found:not([hidden])');

    const signIn = async (): Promise<void> => {
      await open('/account.html');
      await isRefused();
      await send();
      await isShown();
    };

    const ask = async (path: string, session = ''): Promise<number> => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1', ...(session && { Cookie: session }) };
      return (await fetch(`${demo.url}/email-check/${path}`, { headers })).status;
    };

    const sessionCookie = async () => (await context.cookies()).find(({ name }) => name === 'fernhollow-session');

    const askUsage = async (start: string, end: string): Promise<void> => {
      for (const [id, value] of Object.entries({ start, end }))
        await page.$eval(`#${id}`, (input, date) => ((input as HTMLInputElement).value = date), value);
      const answered = page.waitForResponse((response) => response.url().includes('/usage?'));
      await page.click('#usage button');
      await answered;
    };

    it("is shown only to signed-in people, with the key proxy's answers", async () => {
      await open('/account.html');
      await isRefused();
      assert.match(
        await textOf('#signed-out'),
        /^The key proxy answers 403: The key proxy's authorize does not allow this call\./,
      );
      assert.equal(await page.$eval('#signed-in', (part) => part.checkVisibility()), false);
      for (const path of ['balance', 'usage?start=26-01-01&end=26-01-02', 'reverse?email=jane.doe@gmail.com'])
        assert.equal(await ask(path), 403, path);
    });

    it('signs in with a cookie that no script reads and no other site sends', async () => {
      await signIn();
      const cookie = await sessionCookie();
      assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.session], [true, 'Strict', true]);
      assert.match(cookie?.value ?? '', /^[\w-]{43}$/);
      assert.equal(await page.evaluate(() => document.cookie), '');
    });

    it('shows the balance, and usage by day in bars and in numbers', async () => {
      await openSignUp();
      await page.click('#addresses button');
      await reaches('safe');
      await signIn();
      assert.equal((await textOf('#balance')).replace(',', ''), String(balance()));
      const shown = await page.$$eval('#days tr', (rows) =>
        rows.map((row) => [...row.cells].map(({ textContent }) => textContent)),
      );
      const charged = demo.entries().filter(({ credits }) => credits > 0);
      const sum = (at: number): number => shown.reduce((total, cells) => total + Number(cells[at]), 0);
      assert.ok(charged.length > 0);
      assert.equal(
        sum(2),
        charged.reduce((total, { credits }) => total + credits, 0),
      );
      assert.match(await textOf('#usage-status'), new RegExp(`^${sum(1)} calls? from `));
      const heights = await page.$$eval('.bars i', (bars) => bars.map((bar) => bar.getBoundingClientRect().height));
      assert.equal(heights.length, 14, 'two weeks');
      assert.equal(heights.filter((height) => height > 1).length, shown.length, 'a bar for each day of the table');
      assert.match(
        (await page.$eval('.bars', (chart) => chart.getAttribute('aria-label'))) ?? '',
        /^A bar for each day; the highest is \d+ \w+ with \d+ calls?\.$/,
      );
    });

    it("shows the key proxy's message about invalid dates", async () => {
      await signIn();
      const rows = [
        ['2019-01-01', '2026-01-01', 'The parameter "start" is before 20-08-14'],
        ['2026-02-01', '2026-01-01', 'The parameter "start" is after "end"'],
        ['2026-01-01', '2098-01-01', 'The parameter "end" is after today'],
        ['1999-12-31', '2026-01-01', 'The parameter "start" must be written as YY-MM-DD'],
        ['', '2026-01-01', 'The parameter "start" is missing'],
      ] as const;
      for (const [start, end, words] of rows) {
        await askUsage(start, end);
        await page.waitForFunction(
          (begin) => document.querySelector('#usage-status')?.textContent?.startsWith(begin),
          {},
          words,
        );
        assert.equal(await page.$eval('#usage-found', (part) => part.checkVisibility()), false);
      }
      await askUsage('2026-01-01', '2026-01-02');
      await isShown();
      assert.equal(await textOf('#usage-status'), '0 calls from 2026-01-01 to 2026-01-02');
      assert.equal(
        await page.$eval('.bars', (chart) => chart.getAttribute('aria-label')),
        'No bar: there were no calls.',
      );
    });

    it('looks a person up with the address in the body of a POST', async () => {
      await signIn();
      const credits = balance();
      await page.type('#address', 'jane.doe@gmail.com', { delay: 10 });
      await page.keyboard.press('Enter');
      await page.waitForSelector('#person div');
      assert.match(await textOf('#person'), /city\s?Bath/);
      assert.equal(await textOf('#reverse-status'), 'This is known of jane.doe@gmail.com:');
      assert.equal(credits - balance(), 20);
      await page.waitForFunction(
        (left) => document.querySelector('#balance')?.textContent?.replace(',', '') === left,
        {},
        String(balance()),
      );
      assert.ok(requests.every((request) => !/jane/.test(request.url())));
      await page.type('#address', '@');
      await page.click('#reverse button');
      await page.waitForFunction(() =>
        document.querySelector('#reverse-status')?.textContent?.startsWith('The parameter "email" is not an address'),
      );
      assert.equal(await page.$('#person div'), null);
    });

    it('does not let injected markup use the cookie', async () => {
      await signIn();
      for (const kind of ['prefetch', 'preload']) {
        const answered = page.waitForResponse((response) => response.url().endsWith(`/balance?${kind}`));
        await page.evaluate((rel) => {
          const link = Object.assign(document.createElement('link'), { rel, href: `/email-check/balance?${rel}` });
          if (rel === 'preload') Object.assign(link, { as: 'fetch', crossOrigin: 'use-credentials' });
          document.head.append(link);
        }, kind);
        assert.equal((await answered).status(), 403, kind);
      }
    });

    it('is closed again after sign-out, even with the old cookie', async () => {
      await signIn();
      const { name, value } = (await sessionCookie())!;
      const session = `${name}=${value}`;
      assert.equal(await ask('balance', session), 200);
      await turnPage(() => page.click('#sign-out button'));
      await isRefused();
      assert.equal(await sessionCookie(), undefined);
      assert.equal(await ask('balance', session), 403);
    });
  });

  describe('for axe-core', () => {
    it('has no violation when it signs up, in light and dark, wide and narrow', async () => {
      await openSignUp();
      await page.click('#addresses button');
      await reaches('safe');
      await looksRight(page);
    });

    for (const button of ['temporary', 'edited'])
      it(`has no violation after the result is shown: ${button}`, async () => {
        await openSignUp();
        await turnPage(() => page.click(`#${button}`));
        await looksRight(page);
      });

    it('has no violation when the account is shown', async () => {
      await open('/account.html');
      await page.waitForFunction(() => document.querySelector('#refusal')?.textContent);
      await looksRight(page);
      await send();
      await page.waitForSelector('#usage-found:not([hidden])');
      await page.type('#address', 'jane.doe@gmail.com');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#person div');
      await looksRight(page);
    });
  });
});
