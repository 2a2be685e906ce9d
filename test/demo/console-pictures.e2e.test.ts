import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { consoleOf, lastingTexts, letVisitorsIn, type OpenConsole } from '../../demo/pictures/console-scenes.js';
import { consolePictures, TEXTS, withScene } from '../../demo/pictures/console-sheet.js';
import { FIRST_PICTURE, firstPixels, firstTexts, withFirstPages } from '../../demo/pictures/first-picture.js';
import { pixelsOf, textIn } from '../../demo/pictures/png-text.js';
import { openBrowser } from './browser.js';

const MAKE_ANEW = 'run "npm run picture"';

describe('the pictures of the console', () => {
  let demo: Demo;
  let browser: Browser;
  let open: OpenConsole;
  before(async () => {
    demo = await startDemo({ hasHistory: true });
    browser = await openBrowser();
    open = consoleOf(browser, demo);
    await letVisitorsIn(demo);
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  /** Compares what a picture shows for sure with what its page shows now. */
  const isCurrent = (file: string, now: readonly string[]): void => {
    assert.ok(now.length > 5, `${file} shows something`);
    assert.deepEqual(JSON.parse(textIn(readFileSync(file), TEXTS) ?? '[]'), now, `${file}: ${MAKE_ANEW}`);
  };

  for (const [file, picture] of Object.entries(consolePictures)) {
    it(`${file} has its expected size in pixels, and few bytes`, () => {
      const png = readFileSync(file);
      assert.deepEqual(pixelsOf(png), [picture.width, picture.height], MAKE_ANEW);
      assert.ok(png.length < 150_000, `${png.length} bytes`);
    });

    it(`${file} has the console's current texts`, async () => {
      isCurrent(file, await withScene(open, picture, lastingTexts));
    });
  }

  it(`${FIRST_PICTURE} has its expected size in pixels, and few bytes`, () => {
    const png = readFileSync(FIRST_PICTURE);
    assert.deepEqual(pixelsOf(png), firstPixels, MAKE_ANEW);
    assert.ok(png.length < 250_000, `${png.length} bytes`);
  });

  it(`${FIRST_PICTURE} has the current texts of the sign-up page and of the console`, async () => {
    isCurrent(FIRST_PICTURE, await withFirstPages(browser, demo, open, firstTexts));
  });

  it('are all in the documentation of the console, with a text that says what is seen', () => {
    const page = readFileSync('docs/console.md', 'utf8');
    const shown = [...page.matchAll(/!\[([^\]]+)\]\(([\w.-]+)\)/g)].map(([, alt, file]) => {
      assert.ok(alt!.length > 30, alt);
      return `docs/${file}`;
    });
    assert.deepEqual(new Set(shown), new Set(Object.keys(consolePictures)));
  });
});
