/** `npm run bench:element`: what the script-tag file costs a page, in Chromium. Fails where a figure is beyond its bar. */
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../demo/browser.js';
import { serve } from './page.js';

const WARM_UP = 100;
const KEYSTROKES = 300;
/** Between keystrokes, in milliseconds: the browser has time for its own work. */
const INTERVAL = 10;
const MOUNTS = 1000;

const SCRIPT = 'dist/email-check.js';
/** Another library's widget for the same purpose, where it is installed. */
const PEER = 'node_modules/verifalia-widget/dist/verifalia-widget.js';

const median = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? NaN;

const open = async (browser: Browser, url: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(url);
  return page;
};

/** Milliseconds of the main thread from an input event to the end of what it started, layout included, by keystroke. */
const keystrokes = (page: Page): Promise<number[]> =>
  page.evaluate(
    async (warmUp, count, interval) => {
      const input = document.querySelector('input')!;
      const address = 'jane.doe@example-shop.net';
      const costs: number[] = [];
      input.focus();
      for (let index = 0; index < warmUp + count; index++) {
        await new Promise((resolve) => setTimeout(resolve, interval));
        input.value = address.slice(0, 1 + (index % address.length));
        // The new text itself is laid out on any page.
        document.body.getBoundingClientRect();
        const begin = performance.now();
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }));
        // What the event queued for the end of the task, and what that queued in turn.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
        document.body.getBoundingClientRect();
        costs.push(performance.now() - begin);
      }
      return costs.slice(warmUp);
    },
    WARM_UP,
    KEYSTROKES,
    INTERVAL,
  );

const element = `<email-check base-url="/" public-key="public_bench" logo="off"><label>Email <input type="email"></label></email-check>`;

const keystrokeOfOurs = async (browser: Browser, url: string): Promise<number> => {
  const page = await open(browser, url);
  await page.addScriptTag({ url: '/email-check.js', type: 'module' });
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(element)}`);
  await page.waitForSelector('email-check:defined');
  return median(await keystrokes(page));
};

/** As its makers have it put into a page. */
const peer =
  '<form><input type="email" name="email"></form><script src="/peer.js" data-verifalia-appkey="bench"></script>';

const keystrokeOfPeer = async (browser: Browser, url: string): Promise<number> => {
  const page = await open(browser, `${url}/peer`);
  // It has taken the field over.
  await page.waitForSelector('.verifalia-field');
  return median(await keystrokes(page));
};

const keystrokeOfNothing = async (browser: Browser, url: string): Promise<number> => {
  const page = await open(browser, url);
  await page.evaluate(() => {
    document.body.innerHTML = '<label>Email <input type="email"></label>';
  });
  return median(await keystrokes(page));
};

/** Bytes that a mount, a move and a removal leave on the heap after collection. */
const heapGrowth = async (browser: Browser, url: string): Promise<number> => {
  const page = await open(browser, url);
  const devtools = await page.createCDPSession();
  await page.addScriptTag({ url: '/email-check.js', type: 'module' });
  const used = async (): Promise<number> => {
    for (let turn = 0; turn < 3; turn++) await devtools.send('HeapProfiler.collectGarbage');
    return (await page.metrics()).JSHeapUsedSize ?? NaN;
  };
  const mount = (count: number): Promise<void> =>
    page.evaluate(
      async (count, element) => {
        for (let index = 0; index < count; index++) {
          const form = document.createElement('form');
          form.innerHTML = element;
          document.body.append(form);
          const input = form.querySelector('input')!;
          input.focus();
          input.value = 'jane@acme';
          input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
          await new Promise((resolve) => setTimeout(resolve));
          form.append(form.firstElementChild!);
          form.remove();
        }
      },
      count,
      element,
    );
  await mount(MOUNTS / 5);
  const before = await used();
  await mount(MOUNTS);
  return ((await used()) - before) / MOUNTS;
};

const hasPeer = existsSync(PEER);
const site = await serve({ '/email-check.js': SCRIPT, ...(hasPeer && { '/peer.js': PEER }) }, { '/peer': peer });
const browser = await openBrowser();
try {
  const rows: (readonly [what: string, figure: number, unit: string, digits: number, bar?: number])[] = [
    ['main-thread cost of a keystroke, median', await keystrokeOfOurs(browser, site.url), 'ms', 3, 0.3],
    ['the same of a plain input', await keystrokeOfNothing(browser, site.url), 'ms', 3],
    ...(hasPeer ? [['the same of verifalia-widget', await keystrokeOfPeer(browser, site.url), 'ms', 3] as const] : []),
    ['heap growth a mount, after collection', await heapGrowth(browser, site.url), 'B', 0, 1000],
    ['script-tag file, gzip', gzipSync(readFileSync(SCRIPT), { level: 9 }).length, 'B', 0, 19_456],
  ];
  for (const [what, figure, unit, digits, bar] of rows) {
    console.log(
      `${what.padEnd(42)}${figure.toFixed(digits).padStart(9)} ${unit.padEnd(4)}${bar === undefined ? '' : `at most ${bar}`}`,
    );
    // A figure that is missing is beyond its bar too.
    if (bar !== undefined && !(figure <= bar)) process.exitCode = 1;
  }
  if (!hasPeer)
    console.log('verifalia-widget is not installed: npm install --no-save verifalia-widget@1.11.0 puts it beside ours');
} finally {
  await browser.close();
  await site.close();
}
