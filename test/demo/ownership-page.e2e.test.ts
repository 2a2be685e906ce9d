import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { looksRight } from './axe.js';
import { openBrowser } from './browser.js';
import { open, PATIENCE, skip, watchProofs, type ProofWatch } from './proving-browser.js';

let demo: Demo;
let browser: Browser;
let page: Page;
/** Errors of scripts, and all that the policy forbids. */
let complaints: string[];

const textOf = (selector: string): Promise<string> =>
  page.$eval(selector, ({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim());

const openForm = async (): Promise<void> => {
  await page.goto(`${demo.url}/ownership.html`);
  await page.waitForSelector('email-check:defined');
};

/** Types an address and a name, as a person does, and waits until the element knows the address. */
const fill = async (email: string, state: string): Promise<void> => {
  await page.type('[name=email]', email, { delay: 10 });
  await page.waitForSelector('[name=email_check_token]');
  await page.type('#name', 'Jane', { delay: 10 });
  await page.waitForFunction(
    (wanted) => document.querySelector('email-check')?.state === wanted,
    { timeout: PATIENCE },
    state,
  );
};

/** Sends the form, and answers with the status. */
const send = async (): Promise<number | undefined> => {
  const [response] = await Promise.all([page.waitForNavigation({ timeout: PATIENCE }), page.click('.primary')]);
  return response?.status();
};

const beginPage = async (): Promise<void> => {
  page = await browser.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A status is no complaint of the page's.
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
};

describe('the page of the demo for signing up without a code', () => {
  before(async () => {
    demo = await startDemo();
  });
  after(() => demo.close());

  describe('in a browser that proves nothing', () => {
    before(async () => {
      browser = await openBrowser();
    });
    after(() => browser.close());
    beforeEach(beginPage);

    it('looks right, and so does its answer', async () => {
      await openForm();
      assert.match(await textOf('#this-browser'), /^This browser (is Chromium \d+: it can|cannot)/);
      await looksRight(page);
      await page.setViewport({ width: 1280, height: 900 });
      await fill('jane.doe@mail.net-trouble.com', 'safe');
      assert.equal(await send(), 202);
      await looksRight(page);
      assert.deepEqual(complaints, []);
    });

    it('mails a code, and tells the developer why', async () => {
      await openForm();
      await fill('jane.doe@mail.net-trouble.com', 'safe');
      assert.equal(await send(), 202);
      assert.equal(await textOf('#outcome-title'), 'A code is on its way');
      assert.match(
        await textOf('#finding'),
        /^Not proven: missing .* A code is mailed ?yes The service says ?Safe to Send/,
      );
      assert.deepEqual(complaints, []);
    });

    it('asks for another address if mail to it would come back', async () => {
      await openForm();
      await fill('former.jane@mail.net-trouble.com', 'invalid');
      assert.equal(await send(), 422);
      assert.equal(await textOf('#outcome-title'), 'Another address is needed');
      assert.match(await textOf('#finding'), /^Not proven: missing .* A code is mailed ?no The service says ?Invalid/);
    });

    it('shows submitted values as text, and takes forms alone', async () => {
      const hostile = '<img src=x onerror=alert(1)>"\'&';
      const post = (body: BodyInit, type = 'application/x-www-form-urlencoded'): Promise<Response> =>
        fetch(`${demo.url}/sign-up-without-code`, { method: 'POST', body, headers: { 'Content-Type': type } });
      const fields = { name: hostile, email: 'jane.doe@gmail.com', email_check_token: hostile };
      const response = await post(new URLSearchParams(fields).toString());
      const html = await response.text();
      assert.equal(response.status, 202);
      assert.match(response.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'; script-src 'self';/);
      assert.ok(!html.includes('<img src=x') && html.includes('&lt;img src=x'), 'it is shown as text');
      assert.equal((await post('{}', 'application/json')).status, 400);
      assert.equal((await post(`email=${'x'.repeat(9_000)}`)).status, 413);
    });
  });

  describe('in the browser that its command opens', { skip }, () => {
    let proofs: ProofWatch;

    before(async () => {
      const html = await (await fetch(`${demo.url}/ownership.html`)).text();
      const [, command = ''] = /<pre id="command"[^>]*>(.*?)<\/pre>/s.exec(html) ?? [];
      // The words as a shell has them.
      const words = execFileSync('sh', ['-c', command.replace(/^chromium/, "printf '%s\\n'")], { encoding: 'utf8' });
      const [profile = '', ...others] = words.trim().split('\n');
      assert.match(profile, /^--user-data-dir=\/./);
      assert.equal(others.pop(), `${demo.url}/ownership.html`);
      browser = await open(others);
      proofs = await watchProofs(browser);
    });
    after(() => browser.close());
    beforeEach(beginPage);

    for (const [email, state, status, title, finding] of [
      [
        'jane.doe@mail.net-trouble.com',
        'safe',
        200,
        'Welcome to Fernhollow',
        /^Owned by the visitor https:\/\/accounts\.net-trouble\.com .* A code is mailed ?no Relay ?no The service says ?Safe to Send Contradicted ?no$/,
      ],
      [
        'former.jane@mail.net-trouble.com',
        'invalid',
        200,
        'Welcome to Fernhollow',
        /^Owned by the visitor .* The service says ?Invalid Contradicted ?yes The mail host refused .* the service is wrong/,
      ],
      ['john.smith@gmail.com', 'safe', 202, 'A code is on its way', /^Not proven: missing /],
    ] as const)
      it(`answers ${email} with: ${title}`, async () => {
        await openForm();
        const endedBefore = await proofs.ended();
        await fill(email, state);
        await proofs.endedAfter(endedBefore);
        assert.equal(await send(), status);
        assert.equal(await textOf('#outcome-title'), title);
        assert.match(await textOf('#finding'), finding);
        assert.deepEqual(complaints, []);
      });
  });
});
