import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page, Protocol } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import de from '../../src/element/locales/de.json';
import { en } from '../../src/element/locales/en.js';
import { textOf } from '../../src/element/messages.js';
import { openBrowser } from './browser.js';

declare global {
  interface Window {
    /** Every layout shift so far, those right after input too. */
    shifts: number[];
  }
}

/** How late the script is, in milliseconds. */
const LATE = 2000;
/** How late after the script the page's texts are: less than the element's patience. */
const TEXTS_LATE = 300;

const languages = [
  { language: 'English', lang: 'en', texts: en },
  { language: 'German', lang: 'de', texts: de },
];

let demo: Demo;
let browser: Browser;

const LAYOUT = `
  body { margin: 1rem; font: 1rem/1.5 system-ui, sans-serif }
  form { max-width: 28rem }
  label, input { display: block; box-sizing: border-box; width: 100% }`;

/** Opens a page that is in `lang` and whose script is late; `css` is what its style sheet says beside its layout. */
const open = async (lang: string, width: number, css: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 800 });
  await page.evaluateOnNewDocument((spoken) => {
    // Not in what is served: Chromium refuses a page that a test answers for any script from this machine.
    new MutationObserver((_, root) => {
      document.documentElement.lang = spoken;
      root.disconnect();
    }).observe(document, { childList: true });
    window.shifts = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.shifts.push((entry as PerformanceEntry & { readonly value: number }).value);
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  }, lang);
  const devtools = await page.createCDPSession();
  await devtools.send('Fetch.enable', {
    patterns: ['csp.css', 'email-check.js', 'locales/*'].map((name) => ({ urlPattern: `*/${name}` })),
  });
  const serve = async ({ requestId, request }: Protocol.Fetch.RequestPausedEvent): Promise<void> => {
    const { pathname } = new URL(request.url);
    if (pathname !== '/csp.css') await later(pathname === '/email-check.js' ? LATE : TEXTS_LATE);
    await (pathname === '/csp.css'
      ? devtools.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: [{ name: 'Content-Type', value: 'text/css' }],
          body: Buffer.from(LAYOUT + css).toString('base64'),
        })
      : devtools.send('Fetch.continueRequest', { requestId }));
  };
  devtools.on('Fetch.requestPaused', (event) => void serve(event));
  // The page counts as loaded when its last script is: it is looked at before.
  void page.goto(`${demo.url}/csp.html`);
  await page.waitForFunction(() => document.querySelector('form > button') && document.styleSheets.length);
  return page;
};

const defined = (page: Page): Promise<unknown> =>
  page.evaluate(() => customElements.whenDefined('email-check').then(() => true));

const shown = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector('email-check')?.shadowRoot?.querySelector('[part=message]')?.textContent?.includes(wanted),
    { timeout: 60_000 },
    text,
  );

/** Layout shifts, once the frames that could tell of one are over. */
const shiftsOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return window.shifts;
  });

/** The element's height at each width from 200 to 760 px, in steps of 10. */
const heights = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const form = document.querySelector('form')!;
    const check = document.querySelector('email-check')!;
    const found = [];
    form.style.maxWidth = 'none';
    for (let width = 200; width <= 760; width += 10) {
      form.style.width = `${width}px`;
      found.push(check.getBoundingClientRect().height);
    }
    return found;
  });

describe('a page whose script is late', () => {
  let css: string;

  before(async () => {
    css = await readFile(new URL('../../src/late.css', import.meta.url), 'utf8');
    demo = await startDemo();
    browser = await openBrowser();
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  for (const { language, lang, texts } of languages) {
    for (const width of [1280, 320]) {
      it(`shifts nothing in ${language} at ${width} px: while the script comes, an address is typed, corrected and found safe, and a submit is blocked`, async () => {
        const page = await open(lang, width, css);
        assert.ok(await page.$('email-check:not(:defined)'), 'the script is late');
        await defined(page);
        await page.type('[name=email]', 'jane.doe@gmial.com', { delay: 10 });
        await shown(page, textOf(texts.suggest, { address: '@gmail.com' }));
        await page.click('email-check >>> .row [part=accept]');
        await shown(page, textOf(texts.accepted, { address: '@gmail.com' }));
        await page.click('[name=email]');
        await page.keyboard.press('End');
        await page.keyboard.type('@');
        await page.click('form > button');
        await shown(page, texts.manyAt);
        assert.deepEqual(await shiftsOf(page), []);
        await page.close();
      });
    }
  }

  it('shifts what stands below if the style is missing', async () => {
    const page = await open('en', 320, '');
    await defined(page);
    assert.notDeepEqual(await shiftsOf(page), []);
    await page.close();
  });

  for (const { language, lang } of languages) {
    it(`keeps the room that the element takes in ${language} at nine widths of ten, whatever the font`, async (t) => {
      for (const font of ['sans-serif', 'serif']) {
        const page = await open(lang, 1280, `${css} body { font-family: ${font} !important }`);
        const early = await heights(page);
        await defined(page);
        // The box is filled a microtask after the definition.
        await shiftsOf(page);
        const late = await heights(page);
        const apart = early.filter((height, step) => Math.abs(height - late[step]!) >= 1);
        t.diagnostic(`${font}: ${apart.length} of ${early.length} widths differ`);
        assert.ok(apart.length <= early.length / 10, `${apart.length} of ${early.length} widths differ`);
        await page.close();
      }
    });
  }
});
