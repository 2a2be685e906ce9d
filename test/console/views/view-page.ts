import assert from 'node:assert/strict';
import type { ElementHandle, Page } from 'puppeteer-core';
import { looksRight } from '../../demo/axe.js';
import { openBrowser } from '../../demo/browser.js';
import { openConsolePage, waitForText } from '../console-page.js';
import { startKeysFixture, type KeysFixture } from '../fixture-keys.js';

/** A page of the console for the tests of one view, over a service of its own. */
export interface ViewPage {
  readonly page: Page;
  readonly fixture: KeysFixture;
  /** Opens a path below `/console`, and waits for a selector. */
  open(path: string, selector: string): Promise<void>;
  /** The button whose words contain these. */
  button(words: string, within?: string): Promise<ElementHandle<Element>>;
  press(words: string, within?: string): Promise<void>;
  /** Presses a button that opens a dialog. */
  ask(words: string): Promise<void>;
  /** Waits until no dialog is open. */
  isClosed(): Promise<void>;
  /** Waits until what a selector finds has these words in it. */
  says(selector: string, words: string): Promise<void>;
  /** Waits until the element with this id has the focus. */
  hasFocus(id: string): Promise<void>;
  /** Looks at the page with axe-core and for what sticks out or is cut off, in light and dark, at 1,280 and 320 px. */
  looksRight(): Promise<void>;
  /** Fails if the page complained of anything. */
  close(): Promise<void>;
}

/** Opens it. */
export const openViewPage = async (): Promise<ViewPage> => {
  const fixture = await startKeysFixture();
  const browser = await openBrowser();
  const { page, close } = await openConsolePage(browser, fixture.url, '/accounts/1');
  // A text that became a script would ask.
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => assert.fail(`a script ran: ${dialog.message()}`)));
  const button = async (words: string, within = 'body') => {
    const found = await page.waitForSelector(
      `${within} ::-p-xpath(.//button[contains(normalize-space(.), "${words}")])`,
    );
    return found as ElementHandle<Element>;
  };
  return {
    ...{ page, fixture, button },
    async open(path, selector) {
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${fixture.url}/console${path}`);
      await page.waitForSelector(selector);
    },
    press: async (words, within) => (await button(words, within)).click(),
    async ask(words) {
      await (await button(words)).click();
      await page.waitForSelector('dialog[open]');
    },
    isClosed: async () => void (await page.waitForFunction(() => !document.querySelector('dialog'))),
    says: async (selector, words) => void (await waitForText(page, selector, words)),
    hasFocus: async (id) =>
      void (await page.waitForFunction((wanted) => document.activeElement?.id === wanted, {}, id)),
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
      try {
        await close();
      } finally {
        await browser.close();
        await fixture.close();
      }
    },
  };
};
