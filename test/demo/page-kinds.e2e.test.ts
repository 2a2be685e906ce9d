import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { en } from '../../src/element/locales/en.js';
import { samplesIn } from '../samples.js';
import { violations } from './axe.js';
import { openBrowser } from './browser.js';

/** The pages, and by how many CSS pixels the element may make their form taller: the whole line is 28. */
const kinds: readonly (readonly [name: string, growth: number])[] = [
  ['plain', 12],
  ['bootstrap', 12],
  ['tailwind', 12],
  ['vite', 28],
];

const widths = [1280, 421, 320];

const FIELD = '[name=email]';
const ROW = 'email-check >>> .row';

let demo: Demo;
let browser: Browser;
let page: Page;

const open = async (name: string, width: number): Promise<void> => {
  await fetch(`${demo.url}/new-day`, { method: 'POST', headers: { Origin: demo.url } });
  await page.setViewport({ width, height: 900 });
  await page.goto(`${demo.url}/${name}.html`);
  await page.waitForSelector('email-check:defined');
};

/** Waits for a state, and for words in the line; without them for the state alone: in a narrow column a long message waits. */
const reaches = (state: string, text = ''): Promise<unknown> =>
  page.waitForFunction(
    (wanted, words) => {
      const check = document.querySelector('email-check');
      return check?.state === wanted && check.shadowRoot?.querySelector('.row')?.textContent?.includes(words);
    },
    { timeout: 20_000, polling: 'raf' },
    state,
    text,
  );

const type = async (address: string): Promise<void> => {
  await page.$eval(FIELD, (input) => (input as HTMLInputElement).select());
  await page.keyboard.type(address, { delay: 5 });
};

/** Where the page's own elements stand, and the form's height. */
const places = (): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('form, label, input, button')]
      .map((element) => element.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y, width, height].join())
      .join(' '),
  );

const formHeight = (): Promise<number> => page.$eval('form', (form) => form.getBoundingClientRect().height);

const styleOf = (property: string): Promise<string> =>
  page.$eval(FIELD, (input, name) => getComputedStyle(input).getPropertyValue(name), property);

describe('a page of its own kind', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
    page = await browser.newPage();
    await page.evaluateOnNewDocument(() => {
      window.moved = 0;
      new PerformanceObserver((list) => (window.moved += list.getEntries().length)).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  for (const [name, growth] of kinds) {
    for (const width of widths) {
      it(`${name}.html at ${width} px has a form that is at most ${growth} px taller with the element`, async () => {
        await open(name, width);
        const taller = await formHeight();
        await page.$eval('email-check', (check) => check.replaceWith(...check.childNodes));
        const grown = taller - (await formHeight());
        console.log(`measured: the form of ${name}.html at ${width} px is ${grown} px taller with the element`);
        assert.ok(grown <= growth, `${grown} px`);
      });

      it(`${name}.html at ${width} px moves nothing in any state`, async () => {
        await open(name, width);
        await page.focus(FIELD);
        const atFirst = await places();
        const stays = async (state: string): Promise<void> => {
          assert.equal(await places(), atFirst, state);
          assert.equal(
            await page.evaluate(() => new Promise(requestAnimationFrame).then(() => window.moved)),
            0,
            state,
          );
        };
        await type('jane.doe@acme.com');
        await reaches('safe', en.safe);
        await stays('safe');
        await type('jane.doe@gmial.com');
        await page.waitForFunction(() => document.querySelector('email-check')?.suggestion);
        await stays('a slip');
        const accept = await page.$(`${ROW} [part=accept]`);
        assert.ok(accept || (name === 'vite' && width === 320), 'the question is there while somebody types');
        await accept?.click();
        if (accept) await reaches('safe', en.undo);
        await stays('an accepted suggestion');
        await type('x@mailinator.com');
        await reaches('disposable');
        await stays('blocked');
        await type('jane..doe@example.com');
        await page.keyboard.press('Tab');
        await reaches('malformed', en.dots);
        await stays('malformed');
      });
    }
  }

  it('has the three lines of the documentation', () => {
    const recipes = samplesIn('docs/element.md', 'css', 'text').filter(({ heading }) =>
      heading.startsWith('Bootstrap'),
    );
    assert.equal(recipes.length, 3);
    for (const [index, name] of ['bootstrap', 'tailwind', 'plain'].entries()) {
      const page = readFileSync(`demo/${name}.html`, 'utf8');
      const lines = recipes[index]!.code.trim().split('\n');
      assert.equal(lines.length, 3);
      for (const line of lines) assert.ok(page.includes(line), `${name}: ${line}`);
    }
  });

  for (const [name] of kinds.slice(0, 3))
    for (const theme of ['light', 'dark'])
      it(`${name}.html in ${theme} shows a blocked field in one colour: border, focus and message`, async () => {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        await open(name, 1280);
        await page.$eval(':root', (root, value) => root.setAttribute('data-bs-theme', value), theme);
        const focusStyle = async (): Promise<string[]> => [await styleOf('outline-color'), await styleOf('box-shadow')];
        await page.focus(FIELD);
        await type('jane..doe@example.com');
        const free = await focusStyle();
        await page.keyboard.press('Tab');
        await reaches('malformed', en.dots);
        await page.focus(FIELD);
        const color = await page.$eval(`${ROW} [part=message]`, (message) => getComputedStyle(message).color);
        // Bootstrap's border changes slowly.
        await page.waitForFunction(
          (field, wanted) => getComputedStyle(document.querySelector(field)!).borderTopColor === wanted,
          { timeout: 10_000, polling: 'raf' },
          FIELD,
          color,
        );
        assert.notDeepEqual(await focusStyle(), free, 'the focus shows it too');
      });

  for (const [name] of kinds)
    for (const theme of ['light', 'dark'])
      it(`${name}.html in ${theme} has no fault that axe finds, and nothing sticks out`, async () => {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        const isFine = async (state: string): Promise<void> => {
          assert.deepEqual(await violations(page), [], state);
          const past = await page.$eval(':root', ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
          assert.equal(past, 0, state);
        };
        for (const width of [1280, 320]) {
          await open(name, width);
          await isFine('idle');
          await page.focus(FIELD);
          await type('jane.doe@acme.com');
          await reaches('safe', en.safe);
          await isFine('safe');
          await type('jane.doe@gmial.com');
          await page.waitForFunction(() => document.querySelector('email-check')?.suggestion);
          await isFine('a slip');
          await type('x@mailinator.com');
          await page.keyboard.press('Tab');
          await reaches('disposable', en.override);
          await isFine('blocked');
        }
      });
});

describe('a page without a service', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
    page = await browser.newPage();
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  it('asks nobody anything, whatever is typed, and stops a slip once', async () => {
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url().replace(demo.url, '')}`));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${demo.url}/no-service.html`, { waitUntil: 'networkidle0' });
    await page.waitForSelector('email-check:defined');
    await page.focus(FIELD);
    await type('jane..doe@example.com');
    await page.keyboard.press('Tab');
    await reaches('malformed', en.dots);
    await page.focus(FIELD);
    await type('x@mailinator.com');
    await page.keyboard.press('Tab');
    await page.focus(FIELD);
    await type('jane.doe@gmial.com');
    await page.keyboard.press('Enter');
    await reaches('typing', '@gmail.com');
    assert.equal(await page.$eval('output', ({ textContent }) => textContent), '');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('output')?.textContent);
    assert.equal(await page.$eval('output', ({ textContent }) => textContent), 'Sent jane.doe@gmial.com (1 ×)');
    await page.waitForNetworkIdle({ idleTime: 500 });
    assert.deepEqual(requests.sort(), [
      'GET /csp.css',
      'GET /email-check.css',
      'GET /email-check.js',
      'GET /no-service.html',
      'GET /sent.js',
    ]);
    assert.deepEqual(complaints, []);
  });
});
