import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { bundled } from '../../demo/bundle.js';
import { startDemo, type Demo } from '../../demo/demo.js';
import { openBrowser } from './browser.js';

declare global {
  interface Window {
    /** The submits that a listener hears which was there before the element's. */
    submits: number;
    /** An input that is about to be replaced. */
    replaced: HTMLInputElement | null;
  }
}

/** One set of listeners of the element, and React's own `invalid`. */
const onInput = ['compositionend', 'focus', 'focusout', 'input', 'invalid', 'invalid', 'keydown'];
const REACTS_OWN = ['invalid'];
/** Each of the three fields decides at its form's submit; the one in use is looked at with each press. */
const ofPresses = ['click', 'keydown', 'pointercancel', 'pointerdown', 'pointerup'];
const ofEachField = ['formdata', 'pageshow', 'reset', 'submit', ...ofPresses];
const ofTheOneInUse = ['click', 'keydown', 'pointerdown'];
const onWindow = [...ofEachField, ...ofEachField, ...ofEachField, ...ofTheOneInUse].sort();

const BOUNCES = "Can't be reached";

let demo: Demo;
let browser: Browser;
let page: Page;
let devtools: CDPSession;
const complaints: string[] = [];

const listenersOn = async (expression: string): Promise<string[]> => {
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId! });
  return listeners.map(({ type }) => type).sort();
};

const shows = (form: string, output: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (selector, wanted) => document.querySelector(selector)?.textContent === wanted,
    { timeout: 60_000 },
    `${form} .${output}`,
    text,
  );

const textOf = (selector: string): Promise<string | null> => page.$eval(selector, ({ textContent }) => textContent);

/** Waits until the element says what begins so. */
const says = (form: string, beginning: string): Promise<unknown> =>
  page.waitForFunction(
    (selector, words) =>
      document.querySelector(selector)?.shadowRoot?.querySelector('.row [part=message]')?.textContent.startsWith(words),
    { timeout: 60_000 },
    `${form} email-check`,
    beginning,
  );

/** Presses one of the element's buttons once it shows. */
const press = async (form: string, part: string): Promise<void> => {
  const button = await page.waitForSelector(`${form} email-check >>> .row [part=${part}]`);
  await button?.click();
};

const reaches = (form: string, state: string): Promise<unknown> =>
  page.waitForFunction(
    (selector, wanted) => document.querySelector(selector)?.matches(`:state(${wanted})`),
    { timeout: 60_000 },
    `${form} email-check`,
    state,
  );

const hydrated = (): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('input')].every((input) =>
      Object.keys(input).some((key) => key.startsWith('__reactProps')),
    ),
  );

/** Paid calls that the service has answered. */
const validations = (): number => demo.entries().filter(({ path }) => path === '/v1/').length;

const open = async (): Promise<void> => {
  await page.goto(`${demo.url}/react/`);
  await hydrated();
  await page.waitForSelector('email-check:defined');
};

describe('the demo for React', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    devtools = await page.createCDPSession();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
  });

  afterEach(async () => {
    await page.close();
    assert.deepEqual(complaints.splice(0), [], 'errors and warnings in the console');
  });

  describe('hydrated at once', () => {
    beforeEach(open);

    it('is served with its forms, whose inputs work without a script', async () => {
      const html = await (await fetch(`${demo.url}/react/`)).text();
      assert.match(html, /<main id="root"[^>]*><div/);
      assert.equal(
        html.match(/<email-check class="field" public-key="public_[^"]+" base-url="http:\/\/localhost:\d+"/g)?.length,
        3,
      );
      assert.equal(html.match(/<input type="email"/g)?.length, 3);
      assert.equal(html.match(/autofocus/g)?.length, 1);
      assert.equal(html.match(/<script/g)?.length, 1);
    });

    it('has the focus in the field with autoFocus, which is checked and described from the first key on', async () => {
      assert.equal(await page.evaluate(() => document.activeElement?.closest('form')?.id), 'controlled');
      await page.keyboard.type('jane.doe@gmial.com');
      await shows('#controlled', 'state', 'jane.doe@gmial.com');
      await says('#controlled', 'Did you mean @gmail.com?');
      await page.waitForFunction(() => {
        const ids = document.querySelector('#controlled input')?.getAttribute('aria-describedby');
        return ids && document.getElementById(ids)?.textContent?.startsWith('Did you mean');
      });
    });

    for (const [form, output] of [
      ['#controlled', 'state'],
      ['#hook-form', 'state'],
    ] as const)
      it(`has an accepted suggestion in the values of ${form}, and its verdict`, async () => {
        await page.type(`${form} input`, 'jane.doe@gmial.com');
        await shows(form, output, 'jane.doe@gmial.com');
        await press(form, 'accept');
        await shows(form, output, 'jane.doe@gmail.com');
        assert.equal(await page.$eval(`${form} input`, (input) => input.value), 'jane.doe@gmail.com');
        await shows(form, 'result', 'Safe to Send');
      });

    it('submits it with React Hook Form', async () => {
      await page.type('#hook-form input', 'jane.doe@gmial.com');
      await press('#hook-form', 'accept');
      await page.click('#hook-form .primary');
      await shows('#hook-form', 'submitted', 'jane.doe@gmail.com');
    });

    it('sends it to an action, once', async () => {
      await page.type('#action input', 'jane.doe@gmial.com');
      await press('#action', 'accept');
      await page.keyboard.press('Enter');
      await shows('#action', 'sent', 'jane.doe@gmail.com');
      // React empties the form, and the element forgets what it knew.
      await reaches('#action', 'idle');
      assert.equal(await page.$eval('#action input', (input) => input.value), '');
    });

    it('runs onSubmit once when Enter is held for the answer', async () => {
      await page.evaluateOnNewDocument(() => {
        window.submits = 0;
        addEventListener('submit', () => window.submits++, { capture: true });
      });
      await open();
      const before = validations();
      await page.type('#controlled input', 'sales@acme.com');
      await page.keyboard.press('Enter');
      await shows('#controlled', 'submits', '1');
      await reaches('#controlled', 'risky');
      assert.equal(await textOf('#controlled .submits'), '1');
      assert.equal(await page.evaluate(() => window.submits), 2);
      assert.equal(validations(), before + 1);
    });

    it('does not run onSubmit for an address that is blocked', async () => {
      await page.type('#controlled input', 'nobody@acme.com');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#controlled input[aria-invalid=true]');
      assert.equal(await textOf('#controlled .submits'), '0');
      await says('#controlled', BOUNCES);
    });

    it('has one set of listeners a field in StrictMode, also when it is rendered again, and keeps the message', async () => {
      await page.type('#controlled input', 'nobody@acme.com');
      await says('#controlled', BOUNCES);
      for (const renders of ['1', '2', '3']) {
        await page.click('#controlled .render');
        await shows('#controlled', 'renders', renders);
      }
      await says('#controlled', BOUNCES);
      assert.deepEqual(await listenersOn('window'), onWindow);
      for (const form of ['controlled', 'hook-form', 'action'])
        assert.deepEqual(await listenersOn(`document.querySelector('#${form} input')`), onInput, form);
    });

    it('moves to a field that replaces another, and removes its listeners from the old one', async () => {
      await page.type('#controlled input', 'nobody@acme.com');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#controlled input[aria-invalid=true]');
      await page.evaluate(() => (window.replaced = document.querySelector('#controlled input')));
      await page.click('#controlled .replace');
      await page.waitForFunction(() => !window.replaced?.isConnected);
      assert.deepEqual(await listenersOn('window.replaced'), REACTS_OWN);
      assert.deepEqual(
        await page.evaluate(() => [window.replaced?.validity.valid, window.replaced?.getAttribute('aria-invalid')]),
        [true, null],
      );
      assert.deepEqual(await listenersOn("document.querySelector('#controlled input')"), onInput);
      assert.deepEqual(await listenersOn('window'), onWindow);
      await page.click('#controlled input', { count: 3 });
      await page.keyboard.type('jane.doe@acme.com');
      await reaches('#controlled', 'safe');
      await shows('#controlled', 'state', 'jane.doe@acme.com');
      await page.click('#controlled .primary');
      await shows('#controlled', 'submits', '1');
    });
  });

  it('hydrates late without a complaint, though the field has focus: an effect defines the element', async () => {
    const body = await bundled('../test/demo/react-late.tsx');
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isScript = request.url() === `${demo.url}/react/page.js`;
      void (isScript ? request.respond({ contentType: 'text/javascript', body }) : request.continue());
    });
    await page.goto(`${demo.url}/react/`);
    await page.focus('#controlled input');
    await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
    await page.evaluate(() => window.hydrate());
    await page.waitForSelector('email-check:defined');
    await page.keyboard.type('jane.doe@gmial.com');
    await press('#controlled', 'accept');
    await shows('#controlled', 'state', 'jane.doe@gmail.com');
  });
});
