import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, JSHandle, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { en } from '../../src/element/locales/en.js';
import { importCatalogue, languageTags } from '../../src/element/locales/index.js';
import type { Catalogue } from '../../src/element/messages.js';
import { openBrowser } from './browser.js';

const languages = languageTags();
const rightToLeft = ['ar', 'fa', 'he'];

/** A folder for pictures to look at. */
const { PICTURES } = process.env;

let demo: Demo;
let browser: Browser;
let page: Page;
let complaints: string[];

/** Opens the page, in one language or with all of them, and waits until all that it shows is there in its language. */
const open = async (query = ''): Promise<void> => {
  await page.goto(`${demo.url}/languages.html${query}`);
  await page.waitForSelector('[data-ready]', { timeout: 60_000 });
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('email-check')].every((check) => {
        const { lang } = check.closest<HTMLElement>('[lang]')!;
        const line = check.shadowRoot?.querySelector<HTMLElement>('.line');
        const message = line?.querySelector('p');
        const buttons = line?.querySelectorAll('button') ?? [];
        return (
          line?.lang === lang &&
          message?.textContent &&
          buttons.length === { message: 0, suggestion: 2, accepted: 1, override: 1 }[check.dataset.sample!]
        );
      }),
    { timeout: 60_000, polling: 'raf' },
  );
};

/** What stands on the page, in CSS pixels. Runs in the page. */
const measure = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const samples = [...document.querySelectorAll('email-check')].map((check) => {
    const box = check.shadowRoot!.querySelector('.row')!;
    const cell = box.querySelector('div')!;
    const texts = [...cell.querySelectorAll('p, span, button')].filter(({ textContent }) => textContent);
    const parts = [box, cell, ...texts].map((part) => {
      const { left, right, bottom } = part.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(part);
      const text = range.getBoundingClientRect();
      const { direction, overflow } = getComputedStyle(part);
      const tag = part.localName;
      return {
        tag,
        says: (part === box ? cell : part).textContent,
        left,
        right,
        bottom,
        inner: part.scrollWidth - part.clientWidth,
        text: { left: text.left, right: text.right },
        direction,
        overflow,
      };
    });
    const { left, right } = box.getBoundingClientRect();
    const icon = box.querySelector(':scope > svg')?.getBoundingClientRect().left;
    return {
      name: check.dataset.sample,
      room: { left, right, bottom: check.getBoundingClientRect().bottom },
      icon,
      parts,
    };
  });
  return { overflow: scrollWidth - clientWidth, samples };
};

type Measures = ReturnType<typeof measure>;

/** Lays each text out in the first sample, that of a message, and measures what is shown then. Runs in the page. */
const measureTexts = async (texts: readonly string[], measureNow: typeof measure) => {
  const check = document.querySelector('email-check')!;
  const measured: { shown: string; measures: Measures }[] = [];
  for (const deny of texts) {
    check.messages = { deny };
    await new Promise((resolve) => setTimeout(resolve));
    const shown = check.shadowRoot?.querySelector('.row')?.textContent ?? '';
    measured.push({ shown, measures: measureNow() });
  }
  return measured;
};

/** Of a pixel: browsers lay out in fractions of one. */
const NEARLY = 0.6;

/**
 * What is wrong there: parts wider than what they stand in, text outside its box, contents taller than the room for them, and
 * text or icons that are not where their direction has them.
 */
const faultsOf = ({ overflow, samples }: Measures, direction: 'ltr' | 'rtl'): string[] => {
  const found = overflow > 0 ? [`the page is ${overflow} px too wide`] : [];
  for (const { name, room, icon, parts } of samples) {
    const isOutside = ({ left, right }: { left: number; right: number }): boolean =>
      left < room.left - NEARLY || right > room.right + NEARLY;
    for (const part of parts) {
      const complain = (fault: string) => found.push(`${name}: <${part.tag}> ${fault}: ${part.says}`);
      if (part.inner > 1) complain(`holds ${part.inner} px too much`);
      if (isOutside(part) || isOutside(part.text)) complain('leaves the box');
      if (part.bottom > room.bottom + NEARLY) complain('leaves the element');
      if (part.overflow !== 'visible') complain('cuts off');
      if (part.direction !== direction) complain(`reads ${part.direction}`);
      const indent = direction === 'rtl' ? part.right - part.text.right : part.text.left - part.left;
      if (Math.abs(indent) > 1) complain(`begins ${indent} px from where it should`);
      if (part.tag === 'span' && icon !== undefined && icon > part.left !== (direction === 'rtl'))
        complain('has its icon on the other side');
    }
  }
  return found;
};

/** What is wrong with each text of a catalogue, laid out in the sample of a message. */
const faultsOfTexts = async (catalogue: Catalogue, direction: 'ltr' | 'rtl'): Promise<string[]> => {
  const texts = Object.values(catalogue);
  const measureNow = (await page.evaluateHandle(`(${String(measure)})`)) as JSHandle<typeof measure>;
  // One call for all: there are over a thousand.
  const measured = await page.evaluate(measureTexts, texts, measureNow);
  return Object.keys(catalogue).flatMap((key, index) => {
    const { shown, measures } = measured[index]!;
    const isShown = shown.startsWith(texts[index]!.split('{')[0]!);
    return [
      ...(isShown ? [] : [`${key} is not shown: ${shown}`]),
      ...faultsOf(measures, direction).map((fault) => `${key}: ${fault}`),
    ];
  });
};

describe('the element in each language', () => {
  before(async () => {
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
    demo = await startDemo();
    browser = await openBrowser();
    page = await browser.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  it('stands in a page of all the languages, under a policy that allows nothing by default', async () => {
    await page.setViewport({ width: 1360, height: 900 });
    await open();
    assert.deepEqual((await page.$$eval('section', (sections) => sections.map(({ lang }) => lang))).sort(), languages);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      0,
    );
    assert.deepEqual(complaints, []);
    if (PICTURES) await page.screenshot({ path: join(PICTURES, 'languages.png'), fullPage: true });
  });

  for (const tag of languages) {
    const direction = rightToLeft.includes(tag) ? 'rtl' : 'ltr';

    it(`fits 320 px and reads ${direction} in ${tag}, with every text`, async () => {
      const catalogue = tag === 'en' ? en : ((await importCatalogue(tag)) as Catalogue);
      await page.setViewport({ width: 320, height: 640 });
      await open(`?lang=${tag}`);
      assert.deepEqual(await page.$eval('html', ({ lang, dir }) => [lang, dir]), [tag, direction]);
      const spoken = await page.$$eval('email-check >>> [part=line]', (lines) =>
        lines.map((line) => (line as HTMLElement).lang),
      );
      assert.deepEqual(new Set(spoken), new Set([tag]));
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${tag}.png`), fullPage: true });
      assert.deepEqual(faultsOf(await page.evaluate(measure), direction), []);
      assert.deepEqual(await faultsOfTexts(catalogue, direction), []);
      assert.deepEqual(complaints, []);
    });
  }
});
