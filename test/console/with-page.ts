import type { Browser, Page } from 'puppeteer-core';
import { withConsolePage } from './console-page.js';
import type { ConsoleFixture } from './fixture.js';
import type { FixtureWorld } from './fixture-world.js';

/** {@link withConsolePage} in a browser that is started later. */
export const withPageOf =
  (browser: () => Browser) =>
  (
    path: string,
    given: Partial<FixtureWorld>,
    work: (page: Page, fixture: ConsoleFixture) => Promise<void>,
  ): Promise<void> =>
    withConsolePage(browser(), path, given, work);

/** What has the focus: its id if it has one, otherwise its text. */
export const focusedOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.id || (document.activeElement?.textContent ?? '').trim());

/** Presses Tab until this has the focus. @throws if it never does */
export const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let pressed = 0; pressed < 200; pressed += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${selector}.`);
};
