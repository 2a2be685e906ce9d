import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';
import { startConsoleFixture, type ConsoleFixture } from './fixture.js';
import type { FixtureWorld } from './fixture-world.js';

declare global {
  interface Window {
    /** What the page did against its policy, as the browser tells it from the first moment on. */
    violations: string[];
  }
}

/** A page of the console. */
export interface ConsolePage {
  readonly page: Page;
  /** Fails if the page did something against its policy, threw, or wrote a warning, then closes it. */
  close(): Promise<void>;
}

/** Opens a page in a session of the browser's own, at a path below `/console`. */
export const openConsolePage = async (browser: Browser, url: string, path = ''): Promise<ConsolePage> => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // What the service refuses is told by the browser too.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warn'].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${url}/console${path}`);
  await page.waitForSelector('h1');
  return {
    page,
    async close() {
      assert.deepEqual(await page.evaluate(() => window.violations), []);
      assert.deepEqual(complaints, []);
      await context.close();
    },
  };
};

/** Opens a page over a service of its own, at a path below `/console`; both end with the work. */
export const withConsolePage = async (
  browser: Browser,
  path: string,
  given: Partial<FixtureWorld>,
  work: (page: Page, fixture: ConsoleFixture) => Promise<void>,
): Promise<void> => {
  const fixture = await startConsoleFixture(given);
  try {
    const { page, close } = await openConsolePage(browser, fixture.url, path);
    await work(page, fixture);
    await close();
  } finally {
    await fixture.close();
  }
};

/** The text of what a selector finds first; `''` if it finds nothing. */
export const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent?.replace(/\s+/g, ' ').trim() ?? '', selector);

/** Waits until a selector finds something with these words in it. */
export const waitForText = (page: Page, selector: string, words: string, timeout = 20_000): Promise<unknown> =>
  page.waitForFunction(
    (wanted, text) => [...document.querySelectorAll(wanted)].some((each) => each.textContent?.includes(text)),
    { timeout },
    selector,
    words,
  );

/** Presses the button or link with these words. */
export const press = async (page: Page, words: string): Promise<void> => {
  const found = await page.waitForSelector(
    `::-p-xpath(//*[self::a or self::button][contains(normalize-space(.), "${words}")])`,
  );
  await found!.click();
};
