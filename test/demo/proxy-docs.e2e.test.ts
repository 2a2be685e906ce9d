import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { Hono } from 'hono';
import type { Browser, Page } from 'puppeteer-core';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { createKeyProxy, type KeyProxy } from '../../src/proxy/index.js';
import { listen } from '../../src/service/app/listen.js';
import { openBrowser } from './browser.js';
import { load, samplesUnder, startProxySite } from './proxy-site.js';

const secret = 'a secret of the test, of thirty-two octets';
const FIELD = '[name=email]';
const pageCode = samplesUnder('In the page', 'html')[0]!.code.replace('https://check.example.com/', '/');
const scriptUnder = (heading: string): string =>
  `<script type="module">${samplesUnder(heading, 'js')[0]!.code}</script>`;

describe('docs/proxy.md in Chromium', () => {
  let browser: Browser;
  let port: number;
  let page: Page | undefined;
  /** Undoes what was begun, also where the beginning failed half-way. */
  const ending: (() => Promise<unknown>)[] = [];
  const decisions: string[] = [];
  const said: string[] = [];

  before(async () => {
    const site = await startProxySite();
    ending.push(() => site.close());
    browser = await openBrowser();
    ending.push(() => browser.close());
    Object.assign(process.env, { EMAIL_CHECK_KEY: site.key, EMAIL_CHECK_URL: site.serviceUrl, RECEIPT_SECRET: secret });
    const module = async (heading: string) => load(await site.file(samplesUnder(heading, 'ts')[0]!));
    const { signUp, signUpByJson } = (await module('Verify one')) as Record<
      'signUp' | 'signUpByJson',
      (request: Request) => Promise<string>
    >;
    const owned = (await module('Who may call what')) as {
      readonly proxy: KeyProxy;
      readonly sessions: Map<string, string>;
    };
    owned.sessions.set('one', 'owner');
    const proxy = createKeyProxy({ apiKey: site.key, baseUrl: site.serviceUrl, receiptSecret: secret });
    const decided = async (decision: Promise<string>): Promise<string> =>
      decisions[decisions.push(await decision) - 1]!;
    const app = new Hono();
    const html = (code: string): string =>
      `<!doctype html><html lang="en"><title>A sample</title><link rel="icon" href="data:,">${code}`;
    app.get(
      '/email-check.js',
      () => new Response(readFileSync('dist/email-check.js'), { headers: { 'Content-Type': 'text/javascript' } }),
    );
    app.all('/email-check/*', (c) =>
      (c.req.path.endsWith('/balance') ? owned.proxy : proxy)(c.req.raw, { address: LOOPBACK }),
    );
    app.get('/', (c) => c.html(html(pageCode)));
    app.post('/', async (c) => c.text(await decided(signUp(c.req.raw))));
    app.get('/json', (c) => c.html(html(`${pageCode}${scriptUnder('Verify one')}`)));
    app.post('/sign-up', async (c) => c.text(await decided(signUpByJson(c.req.raw))));
    app.get('/balance', (c) => c.html(html(scriptUnder('Who may call what'))));
    const server = await onFreePort((free) =>
      listen(async (request) => app.fetch(request), { port: free, host: LOOPBACK }),
    );
    ending.push(() => server.close());
    ({ port } = server);
  });

  after(async () => {
    for (let undo = ending.pop(); undo; undo = ending.pop()) await undo();
  });

  afterEach(() => page?.close());

  const open = async (path: string): Promise<Page> => {
    page = await browser.newPage();
    said.length = 0;
    decisions.length = 0;
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(`http://localhost:${port}${path}`);
    return page;
  };

  /** Signs up on a page, and waits for what `answered` waits for. */
  const signUp = async (opened: Page, email: string, answered: () => Promise<unknown>): Promise<void> => {
    await opened.waitForSelector('email-check:defined');
    await opened.type(FIELD, email, { delay: 5 });
    await Promise.all([answered(), opened.click('form > button')]);
  };

  for (const [email, decision] of [
    ['jane.doe@gmail.com', 'accept'],
    ['nobody@gmail.com', 'ask again'],
  ] as const)
    it(`has a form whose sign-up with ${email} results in: ${decision}`, async () => {
      const opened = await open('/');
      await signUp(opened, email, () => opened.waitForNavigation());
      assert.deepEqual([decisions, said], [[decision], []]);
    });

  it('has a page that sends the receipt in JSON', async () => {
    const opened = await open('/json');
    await signUp(opened, 'john.smith@gmail.com', () =>
      opened.waitForResponse((response) => response.url().endsWith('/sign-up')),
    );
    assert.deepEqual([decisions, said], [['accept'], []]);
  });

  it('has a page that shows the balance to signed-in people', async () => {
    const opened = await open('/balance');
    const balance = /^\d+ credits are left\.$/;
    await browser.setCookie({ name: 'session', value: 'one', domain: 'localhost' });
    const told = new Promise<string>((resolve) =>
      opened.on('console', (message) => balance.test(message.text()) && resolve(message.text())),
    );
    await opened.reload();
    assert.match(await told, balance);
  });
});
