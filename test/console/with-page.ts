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

/** Waits until what a selector finds has the focus. */
export const waitForFocus = (page: Page, selector: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), { timeout: 20_000 }, selector);

/** Presses Tab until this has the focus. @throws if it never does */
export const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let pressed = 0; pressed < 200; pressed += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${selector}.`);
};

/** Has the page shown in the system's few colours, in light. */
export const inForcedColours = async (page: Page): Promise<void> => {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  const devtools = await page.createCDPSession();
  await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
};
