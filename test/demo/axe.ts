import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds wrong with what a selector finds, the whole page by default: each rule, and the HTML that breaks it. */
export const violations = async (page: Page, selector = 'html'): Promise<string[]> => {
  // Once a page: it takes longer to read than to run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // Nothing is done with what is right, and naming it takes half of the time.
  const options = { resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } };
  const run = `axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)})`;
  const { violations: found } = (await page.evaluate(run)) as AxeResults;
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

/** Looks at the present page in light and dark, wide and narrow: with axe-core, for what sticks out, and as `also` says. */
export const looksRight = async (page: Page, also?: (width: number) => Promise<void>): Promise<void> => {
  for (const value of ['light', 'dark'])
    for (const width of [1280, 320]) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await page.setViewport({ width, height: 900 });
      assert.deepEqual(await violations(page), [], `${value} ${width}`);
      assert.equal(
        // Less than nothing, where room is kept for a scroll bar.
        await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
        false,
        `nothing sticks out at ${width}`,
      );
      await also?.(width);
    }
};
