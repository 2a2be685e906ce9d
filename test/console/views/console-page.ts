import assert from 'node:assert/strict';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { looksRight } from '../../demo/axe.js';
import { openBrowser } from '../../demo/browser.js';
import { startKeysFixture, type KeysFixture } from '../fixture-keys.js';

/** A page of the console in a browser, over a service of its own. */
export interface ConsolePage {
  readonly page: Page;
  readonly fixture: KeysFixture;
  /** What the page complained of: errors, warnings, breaches of its policy. */
  readonly complaints: string[];
  /** Opens a path below `/console`, and waits for a selector. */
  open(path: string, selector: string): Promise<void>;
  /** The button whose words contain these. */
  button(words: string, within?: string): Promise<ElementHandle<Element>>;
  press(words: string, within?: string): Promise<void>;
  /** Waits until what a selector finds has this text in it. */
  says(selector: string, text: string): Promise<void>;
  /** What has the focus: its words, or its name. */
  focused(): Promise<string>;
  /** Looks at the page with axe-core and for what sticks out, in light and dark, at 1,280 and 320 px. */
  looksRight(): Promise<void>;
  close(): Promise<void>;
}

/** Opens it. */
export const openConsolePage = async (
  given?: Parameters<typeof startKeysFixture>[0],
  answers?: Parameters<typeof startKeysFixture>[1],
): Promise<ConsolePage> => {
  const fixture = await startKeysFixture(given, answers);
  const browser: Browser = await openBrowser();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Answers with a status of 400 and more are logged by the browser itself.
    if (['error', 'warn'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const button = async (words: string, within = 'body') => {
    const found = await page.waitForSelector(
      `${within} ::-p-xpath(.//button[contains(normalize-space(.), "${words}")])`,
    );
    return found as ElementHandle<Element>;
  };
  return {
    ...{ page, fixture, complaints, button },
    async open(path, selector) {
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${fixture.url}/console${path}`);
      await page.waitForSelector(selector);
    },
    press: async (words, within) => (await button(words, within)).click(),
    says: async (selector, text) => {
      await page.waitForFunction(
        (wanted, part) => document.querySelector(wanted)?.textContent?.includes(part),
        {},
        selector,
        text,
      );
    },
    focused: () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        return element.name || element.id || element.textContent?.replace(/\s+/g, ' ').trim() || element.tagName;
      }),
    async looksRight() {
      await looksRight(page, async (width) => {
        const cut = await page.$$eval('.card, .dialog, .table, .copyable', (boxes) =>
          boxes.filter((box) => box.scrollWidth > box.clientWidth).map(({ className }) => className),
        );
        assert.deepEqual(cut, [], `nothing is cut off at ${width}`);
      });
      await page.setViewport({ width: 1280, height: 900 });
    },
    async close() {
      await browser.close();
      await fixture.close();
    },
  };
};
