import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, CDPSession, HTTPRequest, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { openBrowser } from './browser.js';

declare global {
  interface Window {
    /** The first form's input as the server rendered it, before any script of the page's ran. */
    renderedForVue?: Element | null;
    /** An input that was replaced. */
    replacedByVue?: Element | null;
  }
}

const forms = ['v-model', 'lazy', 'vee-validate'];

const ACCEPT = '.row [part=accept]';

let demo: Demo;
let browser: Browser;
let page: Page;
let devtools: CDPSession;
let complaints: string[];

const input = (form: string): string => `#${form} [name=email]`;

/** What a form tells of itself: its `model`, the `result`, what was `sent`. */
const told = (form: string, name: string): Promise<string> =>
  page.$eval(`#${form} output.${name}`, ({ textContent }) => textContent);

const tells = (form: string, name: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (selector, wanted) => document.querySelector(selector)?.textContent === wanted,
    { timeout: 60_000 },
    `#${form} output.${name}`,
    text,
  );

/** Takes the suggestion once it shows. The first cell of the box is what is seen; the others keep room. */
const accept = async (form: string): Promise<void> => {
  const element = await page.$(`#${form} email-check`);
  await page.waitForFunction((check, seen) => check?.shadowRoot?.querySelector(seen), {}, element, ACCEPT);
  await page.click(`#${form} email-check >>> ${ACCEPT}`);
};

/** How many listeners of each type there are on what a script's expression names. */
const listenersOn = async (expression: string): Promise<Record<string, number>> => {
  const { result } = await devtools.send('Runtime.evaluate', { expression });
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId! });
  const counts: Record<string, number> = {};
  for (const { type } of listeners) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

/** The listeners of the page and of each form's input. */
const listeners = (): Promise<Record<string, number>[]> =>
  Promise.all(
    ['window', 'document', ...forms.map((form) => `document.querySelector('${input(form)}')`)].map(listenersOn),
  );

describe('a page of Vue', () => {
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
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    devtools = await page.createCDPSession();
    await page.evaluateOnNewDocument((selector) => {
      document.addEventListener('readystatechange', () => (window.renderedForVue ??= document.querySelector(selector)));
    }, input('v-model'));
    await page.goto(`${demo.url}/vue/`);
    await page.waitForSelector('email-check:defined');
  });

  it("hydrates the server's markup without a warning on the console", async () => {
    const html = await (await fetch(`${demo.url}/vue/`)).text();
    assert.equal(
      html.match(/<email-check [^>]*base-url="http:\/\/localhost:\d+"[^>]*><label>Email <input type="email"/g)?.length,
      forms.length,
    );
    assert.ok(
      await page.evaluate(
        (selector) => window.renderedForVue && window.renderedForVue === document.querySelector(selector),
        input('v-model'),
      ),
    );
    await page.type(input('v-model'), 'jane.doe@acme.com', { delay: 10 });
    await tells('v-model', 'result', 'Safe to Send');
    assert.deepEqual(complaints, []);
  });

  for (const form of forms) {
    it(`has an accepted suggestion in its state: ${form}`, async () => {
      await page.type(input(form), 'jane.doe@gmial.com', { delay: 10 });
      await accept(form);
      await tells(form, 'model', 'jane.doe@gmail.com');
      await tells(form, 'result', 'Safe to Send');
      await page.click(`#${form} > button`);
      await tells(form, 'sent', 'jane.doe@gmail.com');
      assert.deepEqual(complaints, []);
    });

    it(`hears of a submit once when it was held: ${form}`, async () => {
      let question: HTTPRequest | undefined;
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        if (request.method() === 'GET' && new URL(request.url()).pathname === '/v1/') question = request;
        else void request.continue();
      });
      await page.type(input(form), 'jane.doe@acme.com', { delay: 10 });
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (selector) => document.querySelector(selector)?.closest('email-check')?.state === 'checking',
        {},
        input(form),
      );
      while (!question) await page.evaluate(() => new Promise(requestAnimationFrame));
      assert.equal(await told(form, 'sent'), '', 'the submit is held while the question is out');
      await question.continue();
      await tells(form, 'result', 'Safe to Send');
      await tells(form, 'sent', 'jane.doe@acme.com');
      await page.click(`#${form} > button`);
      await tells(form, 'sent', 'jane.doe@acme.com jane.doe@acme.com');
      assert.deepEqual(complaints, []);
    });
  }

  it('has one set of listeners after Vue replaces fields, and none after it removes them', async () => {
    const before = await listeners();
    const [onWindow] = before;
    assert.deepEqual([onWindow?.submit, onWindow?.reset], [forms.length, forms.length]);
    await page.evaluate((selector) => (window.replacedByVue = document.querySelector(selector)), input('v-model'));
    for (let times = 0; times < 5; times++) {
      await page.type(input('v-model'), 'j');
      await page.click('#replace');
    }
    assert.ok(
      await page.evaluate(
        (selector) =>
          !window.replacedByVue!.isConnected && document.querySelector(selector)!.matches('email-check:defined *'),
        input('v-model'),
      ),
    );
    assert.deepEqual(await listeners(), before);
    // Those of v-model die with the input; none of the element's is left on it.
    const left = await listenersOn('window.replacedByVue');
    assert.deepEqual(
      ['keydown', 'focus', 'focusout', 'invalid'].filter((type) => left[type]),
      [],
    );

    await page.click('#show');
    await page.waitForFunction(() => !document.querySelector('email-check'));
    const { submit, reset } = await listenersOn('window');
    assert.deepEqual([submit, reset], [undefined, undefined]);
    await page.click('#show');
    await page.waitForSelector('email-check');
    assert.deepEqual(await listeners(), before);
    assert.equal(await page.$eval(input('v-model'), (field) => (field as HTMLInputElement).value), 'jjjjj');
    assert.deepEqual(complaints, []);
  });
});
