import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';
import { openConsolePage } from '../console-page.js';
import { marksIn } from './hostile-texts.js';

declare global {
  interface Window {
    /** The marks of texts that ran. */
    hits: string[];
    /** What a text calls if it runs. */
    hit(mark: string): void;
  }
}

/** The elements that the templates of the console have. */
const OWN_ELEMENTS =
  'html head meta title link script body main header nav section div p span strong small a button form fieldset legend label input ' +
  'textarea select option table caption thead tbody tr th td ul ol li dl dt dd h1 h2 h3 code pre bdi time details summary progress ' +
  'dialog svg path rect circle g line email-check';

/** A page of the console, watched for texts that run. */
export interface WatchedPage {
  readonly page: Page;
  /** Numbers of the hostile texts that were shown so far. */
  readonly shown: ReadonlySet<number>;
  /** Looks at the page as it is: fails if it has anything that no template has, and keeps which texts it shows. */
  look(): Promise<void>;
  /** Fails if anything ran, was loaded from elsewhere, or was complained of, then closes the page. */
  close(): Promise<void>;
}

/** Elements and attributes of the page that no template has; run in the page. */
const foreignParts = (own: string): string[] => {
  const known = new Set(own.split(' '));
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    const isOwn = known.has(name) || /^console-[a-z]+$/.test(name) || element.matches('body > noscript:first-of-type');
    if (!isOwn) return [`<${name}>`];
    return [...element.attributes]
      .filter(({ name: attribute, value }) => {
        if (/^(on.*|style|srcdoc|formaction|action|background|xlink:href|ping|is)$/.test(attribute)) return true;
        const isLink = attribute === 'href' || attribute === 'src';
        return isLink && !/^(\/console(\/|$)|#|\/email-check\.js$|data:image\/)/.test(value);
      })
      .map(({ name: attribute, value }) => `<${name} ${attribute}="${value}">`);
  });
};

/** Opens it at a path below `/console`. */
export const openWatchedPage = async (browser: Browser, url: string, path: string): Promise<WatchedPage> => {
  const { page, close } = await openConsolePage(browser, url, path);
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url && !request.url().startsWith('data:'))
      seen.push(`request ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() || !frame.url().startsWith(`${url}/console`)) seen.push(`frame ${frame.url()}`);
  });
  const listen = (): void => {
    window.hits = [];
    window.hit = (mark) => window.hits.push(mark);
  };
  await page.evaluateOnNewDocument(listen);
  await page.evaluate(listen);
  const shown = new Set<number>();
  const nothingRan = async (): Promise<void> => {
    assert.deepEqual(await page.evaluate(() => window.hits), []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.deepEqual(seen, []);
  };
  return {
    ...{ page, shown },
    async look() {
      assert.deepEqual(await page.evaluate(foreignParts, OWN_ELEMENTS), []);
      const text = await page.evaluate(() => `${document.title} ${document.body.textContent}`);
      for (const number of marksIn(text)) shown.add(number);
      await nothingRan();
    },
    async close() {
      await nothingRan();
      await close();
    },
  };
};
