import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { en } from '../../src/element/locales/en.js';
import { samplesIn } from '../samples.js';
import { openBrowser } from './browser.js';

const FIELD = '[name=email]';
/** The message with its buttons. */
const SEEN = 'email-check >>> .row';

const samples = samplesIn('docs/element.md', 'html');
const integrity = `sha384-${createHash('sha384').update(readFileSync('dist/email-check.js')).digest('base64')}`;

let demo: Demo;
let browser: Browser;
let publicKey: string;
let page: Page;
let complaints: string[];

/** Opens a sample as a page of the demo, with the demo's service and key in place of those that a reader has. */
const open = async (code: string): Promise<void> => {
  const html = code
    .replaceAll('https://check.example.com', demo.serviceUrl)
    .replaceAll('public_…', publicKey)
    .replaceAll('sha384-…', integrity)
    .replaceAll('/node_modules/email-check-element/dist/', '/modules/email-check-element/')
    .replaceAll('/node_modules/', '/modules/');
  assert.doesNotMatch(html, /example\.com|…/);
  await page.setContent(`<!doctype html><html lang="en"><title>A sample</title>${html}`);
  await page.waitForSelector('email-check:defined');
};

const openUnder = (heading: string): Promise<void> => open(samples.find((sample) => sample.heading === heading)!.code);

const reaches = (state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('email-check')?.state === wanted, { timeout: 60_000 }, state);

const shows = (text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => document.querySelector('email-check')?.shadowRoot?.querySelector('.row')?.textContent === wanted,
    { timeout: 60_000 },
    text,
  );

const suggests = (): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('email-check')?.suggestion === 'jane.doe@gmail.com');

const valueOf = (): Promise<string> => page.$eval(FIELD, (input) => (input as HTMLInputElement).value);

/** Validations that the service has answered. */
const validations = (): number => demo.entries().filter(({ path }) => path === '/v1/').length;

describe('docs/element.md in Chromium', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
    [, publicKey = ''] = /public-key="(public_\w+)"/.exec(await (await fetch(demo.url)).text())!;
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  beforeEach(async () => {
    for (const opened of await browser.pages()) if (opened === page) await opened.close();
    page = await browser.newPage();
    // The demo's policy is not that of a reader's page, where scripts stand in the page itself.
    await page.setBypassCSP(true);
    // Of the origin that the key names, and without an element that is defined already.
    await page.setJavaScriptEnabled(false);
    await page.goto(`${demo.url}/two.html`);
    await page.setJavaScriptEnabled(true);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
  });

  it('has samples', () => assert.ok(samples.length >= 7));

  samples.forEach(({ code, heading }) => {
    it(`has a page under "${heading}" whose field suggests the intended address`, async () => {
      await open(code);
      await page.type(FIELD, 'jane.doe@gmial.com', { delay: 10 });
      await suggests();
      assert.deepEqual(complaints, []);
    });
  });

  it('has a page that blocks temporary addresses, and offers no way around', async () => {
    await openUnder('Block temporary addresses');
    await page.type(FIELD, 'x@mailinator.com', { delay: 10 });
    await page.click('form > button');
    await reaches('disposable');
    await shows(en.disposable);
    assert.equal(await page.$(`${SEEN} [part=override]`), null);
    assert.equal(await page.$eval(FIELD, (input) => (input as HTMLInputElement).validity.customError), true);
    assert.equal(await page.title(), 'A sample', 'the form did not go out');
    assert.deepEqual(complaints, []);
  });

  it('has a page that sends no request before consent, and afterwards checks what was typed before it', async () => {
    const before = demo.entries().filter(({ path }) => /v1|disposable|logo/.test(path)).length;
    await openUnder('Ask for consent first');
    await page.type(FIELD, 'jane.doe@gmail.com', { delay: 10 });
    await page.focus('form > button');
    assert.equal(await page.$eval('email-check', ({ state }) => state), 'typing');
    assert.equal(demo.entries().filter(({ path }) => /v1|disposable|logo/.test(path)).length, before);
    await page.click('[name=consent]');
    await reaches('safe');
    assert.deepEqual(complaints, []);
  });

  it('has a page in German, with its own texts if it has any', async () => {
    await openUnder('Use your own words, or another language');
    await page.type(FIELD, 'jane.doe@gmial.com', { delay: 10 });
    await shows('Meintest du @gmail.com?');
    assert.deepEqual(complaints, []);
  });

  describe('has a page that draws the suggestion itself,', () => {
    const isOffered = (): Promise<unknown> => page.waitForSelector('#use:not([hidden])', { timeout: 60_000 });
    const isGone = (): Promise<unknown> => page.waitForSelector('#use[hidden]');

    beforeEach(async () => {
      await openUnder('Draw the suggestion yourself');
      await page.type(FIELD, 'jane.doe@gmial.com', { delay: 10 });
      await isOffered();
    });

    it('replaces the address, and checks only the suggested one', async () => {
      const before = validations();
      assert.equal(await page.$eval('#use', ({ textContent }) => textContent), 'Use jane.doe@gmail.com');
      await shows('');
      await page.click('#use');
      await isGone();
      assert.equal(await valueOf(), 'jane.doe@gmail.com');
      await reaches('safe');
      assert.equal(validations() - before, 1);
      assert.deepEqual(complaints, []);
    });

    it('accepts it from the keyboard', async () => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await isGone();
      await reaches('safe');
      assert.equal(await valueOf(), 'jane.doe@gmail.com');
    });

    it('and removes it with Escape, and with an edit', async () => {
      await page.keyboard.press('Escape');
      await isGone();
      assert.equal(await valueOf(), 'jane.doe@gmial.com');
      await page.keyboard.type('m');
      await page.keyboard.press('Backspace');
      assert.ok(await page.$('#use[hidden]'), 'it was declined');
      assert.deepEqual(complaints, []);
    });
  });

  it('has a page whose style reaches the message, the button, and the field in its states', async () => {
    await openUnder('Give it your own style');
    const styleOf = (selector: string, property: string): Promise<string> =>
      page.$eval(selector, (element, name) => getComputedStyle(element).getPropertyValue(name), property);
    await page.type(FIELD, 'jane.doe@gmial.com', { delay: 10 });
    await suggests();
    assert.equal(await styleOf(`${SEEN} [part=message]`, 'font-weight'), '600');
    assert.equal(await styleOf(`${SEEN} [part=accept]`, 'border-top-style'), 'solid');
    await page.click(`${SEEN} [part=accept]`);
    await reaches('safe');
    assert.equal(await styleOf(FIELD, 'border-top-color'), 'rgb(0, 128, 0)');
    await page.$eval(FIELD, (input) => (input as HTMLInputElement).select());
    await page.keyboard.type('jane.doe@no-such-domain.com');
    await page.focus('form > button');
    await reaches('invalid');
    assert.equal(await styleOf(FIELD, 'border-top-color'), 'rgb(178, 34, 34)');
    assert.deepEqual(complaints, []);
  });
});
