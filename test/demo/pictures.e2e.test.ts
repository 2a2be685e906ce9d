import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { startDemo, type Demo } from '../../demo/demo.js';
import { pixelsOf, textIn, withText } from '../../demo/pictures/png-text.js';
import { openPlayground, play, recipeOf, scenes, textsOf, type Texts } from '../../demo/pictures/scenes.js';
import { TEXTS, stateSheetPixels, stateSheets } from '../../demo/pictures/state-sheet.js';
import { openBrowser } from './browser.js';

/** What the playground can force that shows nothing below the field. */
const silent = ['idle', 'typing', 'unknown', 'unavailable', 'too slow', 'misconfigured'];

const MAKE_ANEW = 'run "npm run picture"';

let demo: Demo;
let browser: Browser;
let page: Page;

describe('the pictures of the states', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
    page = await browser.newPage();
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  for (const file of Object.keys(stateSheets)) {
    it(`${file} has its expected size in pixels, and few bytes`, () => {
      const png = readFileSync(file);
      assert.deepEqual(pixelsOf(png), stateSheetPixels(), MAKE_ANEW);
      assert.ok(png.length < 200_000, `${png.length} bytes`);
    });
  }

  it('show all states that the playground can force, except those without a message', async () => {
    await openPlayground(page, demo.url, { theme: 'light', language: 'en' });
    const buttons = await page.$$eval('#states button', (all) => all.map(({ textContent }) => textContent));
    const shown = new Set(scenes.map(recipeOf));
    assert.deepEqual(
      buttons.filter((name) => !shown.has(name)),
      silent,
    );
  });

  for (const language of ['en', 'ar'] as const) {
    it(`have the element's current texts, in ${language}`, async () => {
      const files = Object.entries(stateSheets).filter(([, look]) => look.language === language);
      await openPlayground(page, demo.url, files[0]![1]);
      const now: Record<string, readonly string[]> = {};
      for (const scene of scenes) {
        await play(page, scene);
        now[scene.name] = await textsOf(page);
      }
      for (const [file] of files) {
        const pictured = JSON.parse(textIn(readFileSync(file), TEXTS) ?? '{}') as Texts;
        assert.deepEqual(pictured, now, `${file}: ${MAKE_ANEW}`);
        assert.deepEqual(Object.keys(pictured), Object.keys(now), `${file}, in this order: ${MAKE_ANEW}`);
      }
    });
  }
});

describe('a text in a PNG', () => {
  it('is read as it was written, and the picture stays one', async () => {
    const bare = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const png = withText(withText(bare, 'One', 'احذف النقطة'), 'Two', '…');
    assert.deepEqual(
      [textIn(png, 'One'), textIn(png, 'Two'), textIn(png, 'On'), textIn(bare, 'One')],
      ['احذف النقطة', '…', undefined, undefined],
    );
    assert.deepEqual(pixelsOf(png), [3, 2]);
    assert.deepEqual(await sharp(png).raw().toBuffer(), await sharp(bare).raw().toBuffer());
  });
});
