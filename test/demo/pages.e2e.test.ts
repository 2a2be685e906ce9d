import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { openBrowser } from './browser.js';

declare global {
  interface Window {
    /** Every layout shift so far. */
    moved: number;
  }
}

/** The button that takes a suggestion. */
const ACCEPT = '[part=accept]';

let demo: Demo;
let browser: Browser;
let page: Page;
let complaints: string[];

/** The scripts that the page loaded. */
let scripts: URL[];

/** Types an address with a slip into a field, takes what is suggested, and waits until that is found safe. */
const typeAndAccept = async (input: string, element: string, rest = 'jane.doe@gmial.com'): Promise<void> => {
  await page.type(input, rest, { delay: 10 });
  const check = (await page.$(element)) as ElementHandle<HTMLElementTagNameMap['email-check']>;
  await page.waitForFunction(({ shadowRoot }, seen) => shadowRoot?.querySelector(seen), {}, check, ACCEPT);
  await page.click(`${element} >>> ${ACCEPT}`);
  await page.waitForFunction(({ state }) => state === 'safe', { timeout: 60_000 }, check);
  assert.equal(await page.$eval(input, (field) => (field as HTMLInputElement).value), 'jane.doe@gmail.com');
};

const signUp = async (form: string, told: string): Promise<void> => {
  await page.click(`${form} > button`);
  const output = await page.$(`${form} output`);
  await page.waitForFunction((element) => element?.textContent, {}, output);
  assert.equal(await output?.evaluate(({ textContent }) => textContent), told);
};

const open = async (path: string): Promise<void> => {
  await page.goto(`${demo.url}${path}`);
  await page.waitForFunction(() => customElements.get('email-check'));
};

describe('a page of the demo', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  beforeEach(async () => {
    for (const opened of await browser.pages()) if (opened === page) await opened.close();
    page = await browser.newPage();
    complaints = [];
    scripts = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()));
    });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    await page.evaluateOnNewDocument(() => {
      window.moved = 0;
      new PerformanceObserver((list) => (window.moved += list.getEntries().length)).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
  });

  it('has a field that works before a late script loads, and does not shift when the script loads', async () => {
    await page.goto(`${demo.url}/late.html`);
    assert.ok(await page.$('email-check:not(:defined)'));
    await page.type('[name=email]', 'jane.d', { delay: 10 });
    await page.waitForSelector('email-check:defined');
    await typeAndAccept('[name=email]', 'email-check', 'oe@gmial.com');
    assert.equal(await page.evaluate(() => new Promise(requestAnimationFrame).then(() => window.moved)), 0);
    await signUp('form', 'Sent jane.doe@gmail.com (1 ×)');
    assert.deepEqual(complaints, []);
  });

  it('loads the modules of the package and of Lit from the import map', async () => {
    await open('/import-map.html');
    await typeAndAccept('[name=email]', 'email-check');
    await signUp('form', 'Sent jane.doe@gmail.com (1 ×)');
    const origins = new Set(scripts.map(({ origin }) => origin));
    assert.deepEqual([...origins], [new URL(demo.url).origin], 'nothing comes from the service');
    for (const path of ['/modules/email-check-element/define.js', '/modules/@lit/reactive-element/reactive-element.js'])
      assert.ok(
        scripts.some(({ pathname }) => pathname === path),
        path,
      );
    assert.deepEqual(complaints, []);
  });

  it('has two fields in one form', async () => {
    const asked = (): number => demo.entries().filter(({ path }) => path === '/v1/').length;
    const askedBefore = asked();
    await open('/two.html');
    await typeAndAccept('[name=email]', 'email-check:has([name=email])');
    await typeAndAccept('[name=friend]', 'email-check:has([name=friend])');
    await signUp('form', 'Sent jane.doe@gmail.com and jane.doe@gmail.com (1 ×)');
    assert.equal(asked() - askedBefore, 1, 'the second field knows the answer to the first');
    assert.deepEqual(complaints, []);
  });

  it('has an element that names its input by id', async () => {
    await open('/for.html');
    assert.equal(await page.$('email-check input'), null);
    await typeAndAccept('#address', 'email-check');
    await signUp('form', 'Sent jane.doe@gmail.com (1 ×)');
    assert.deepEqual(complaints, []);
  });

  it('has form and element inside a shadow root', async () => {
    await open('/shadow.html');
    assert.equal(await page.$('email-check'), null);
    await typeAndAccept('sign-up-form >>> [name=email]', 'sign-up-form >>> email-check');
    await signUp('sign-up-form >>> form', 'Sent jane.doe@gmail.com (1 ×)');
    assert.deepEqual(complaints, []);
  });

  it('is linked from the foot of the playground', async () => {
    await open('/playground.html');
    const links = await page.$$eval('footer a', (anchors) => anchors.map(({ href }) => href));
    assert.ok(links.length >= 6);
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    assert.deepEqual(complaints, []);
  });
});
