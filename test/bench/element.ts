/** `npm run bench:element`: what the script-tag file costs a page, in Chromium. Fails where a figure is beyond its bar. */
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, KeyInput, Page } from 'puppeteer-core';
import { openBrowser } from '../demo/browser.js';
import { serve } from './page.js';

const WARM_UP = 100;
const KEYSTROKES = 500;
/** Between keystrokes, in milliseconds: the browser has time for its own work. */
const INTERVAL = 10;
const MOUNTS = 1000;
/** What a keystroke may cost more than in a plain input, in milliseconds. */
const KEYSTROKE_BAR = 0.1;

const SCRIPT = 'dist/email-check.js';
/** Bytes, as the build allows. */
const SCRIPT_BUDGET = 22_272;
const ADDRESS = 'jane.doe@example-shop.net';

/** Other libraries for the same purpose, measured if they are installed: their script, and a page as their makers write it. */
const peers = [
  {
    name: 'verifalia-widget',
    file: 'node_modules/verifalia-widget/dist/verifalia-widget.js',
    page: '<form><input type="email" name="email"></form><script src="/peer.js" data-verifalia-appkey="bench"></script>',
    ready: '.verifalia-field',
  },
  {
    name: 'auto-check-element',
    file: 'node_modules/@github/auto-check-element/dist/bundle.js',
    page: '<form><auto-check src="/v1/" csrf="bench"><input type="email" name="email"></auto-check></form><script type="module" src="/peer.js"></script>',
    ready: 'auto-check:defined',
  },
].filter(({ file }) => existsSync(file));

const median = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? NaN;

const open = async (browser: Browser, url: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.goto(url);
  return page;
};

/** Milliseconds of the main thread from an input event to the end of what it started, layout included, by keystroke. */
const keystrokes = (page: Page): Promise<number[]> =>
  page.evaluate(
    async (address, warmUp, count, interval) => {
      const input = document.querySelector('input')!;
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
    ADDRESS,
    WARM_UP,
    KEYSTROKES,
    INTERVAL,
  );

/** Milliseconds from before a real key's first handler to the first task after its last one. */
const realKeystrokes = async (page: Page): Promise<number[]> => {
  await page.evaluate(() => {
    const costs: number[] = [];
    const channel = new MessageChannel();
    let begin = 0;
    channel.port1.onmessage = () => costs.push(performance.now() - begin);
    addEventListener(
      'keydown',
      () => {
        begin = performance.now();
        channel.port2.postMessage('');
      },
      true,
    );
    Object.assign(window, { costs });
    const input = document.querySelector('input')!;
    input.value = '';
    input.focus();
  });
  for (let index = 0; index < WARM_UP + KEYSTROKES; index++) {
    const at = index % ADDRESS.length;
    if (at === 0) await page.evaluate(() => document.querySelector('input')!.select());
    await page.keyboard.press(ADDRESS.charAt(at) as KeyInput, { delay: INTERVAL });
  }
  const costs = (await page.evaluate('costs')) as number[];
  return costs.slice(WARM_UP);
};

/** Both costs of a keystroke, median. */
const costsOf = async (page: Page): Promise<readonly [inside: number, outside: number]> => [
  median(await keystrokes(page)),
  median(await realKeystrokes(page)),
];

const element = `<email-check base-url="/" public-key="public_bench" logo="off"><label>Email <input type="email"></label></email-check>`;

const keystrokeOfOurs = async (browser: Browser, url: string) => {
  const page = await open(browser, url);
  await page.addScriptTag({ url: '/email-check.js', type: 'module' });
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(element)}`);
  await page.waitForSelector('email-check:defined');
  return costsOf(page);
};

const keystrokeOfPeer = async (browser: Browser, url: string, ready: string) => {
  const page = await open(browser, url);
  // It has taken the field over.
  await page.waitForSelector(ready);
  return costsOf(page);
};

const keystrokeOfNothing = async (browser: Browser, url: string) => {
  const page = await open(browser, url);
  await page.evaluate(() => {
    document.body.innerHTML = '<label>Email <input type="email"></label>';
  });
  return costsOf(page);
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

const site = await serve(
  { '/email-check.js': SCRIPT, ...Object.fromEntries(peers.map(({ name, file }) => [`/${name}/peer.js`, file])) },
  Object.fromEntries(peers.map(({ name, page }) => [`/${name}`, page.replace('/peer.js', `/${name}/peer.js`)])),
);
const browser = await openBrowser();
try {
  const plain = await keystrokeOfNothing(browser, site.url);
  const ours = await keystrokeOfOurs(browser, site.url);
  const rows: (readonly [what: string, figure: number, unit: string, digits: number, bar?: number])[] = [
    ['a keystroke on the main thread, median', ours[0], 'ms', 3, plain[0] + KEYSTROKE_BAR],
    ['the same of a plain input', plain[0], 'ms', 3],
    ['a real keystroke, to the next task, median', ours[1], 'ms', 3],
    ['the same of a plain input', plain[1], 'ms', 3],
  ];
  for (const { name, ready } of peers) {
    const [inside, outside] = await keystrokeOfPeer(browser, `${site.url}/${name}`, ready);
    rows.push([`${name}: a keystroke`, inside, 'ms', 3], [`${name}: a real keystroke`, outside, 'ms', 3]);
  }
  rows.push(
    ['heap growth a mount, after collection', await heapGrowth(browser, site.url), 'B', 0, 1000],
    ['script-tag file, gzip', gzipSync(readFileSync(SCRIPT), { level: 9 }).length, 'B', 0, SCRIPT_BUDGET],
  );
  for (const [what, figure, unit, digits, bar] of rows) {
    console.log(
      `${what.padEnd(44)}${figure.toFixed(digits).padStart(9)} ${unit.padEnd(4)}${bar === undefined ? '' : `at most ${+bar.toFixed(3)}`}`,
    );
    // A figure that is missing is beyond its bar too.
    if (bar !== undefined && !(figure <= bar)) process.exitCode = 1;
  }
  if (peers.length < 2)
    console.log(
      'npm install --no-save verifalia-widget@1.11.0 @github/auto-check-element@6.0.0 puts other libraries beside ours',
    );
} finally {
  await browser.close();
  await site.close();
}
