/** `npm run picture`: the pictures of the documentation, in docs/, and every state on every kind of page, to look at, in dist/pictures/. */
import { mkdir, writeFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../test/demo/browser.js';
import { startDemo } from './demo.js';
import { pageKinds, pictureOfKinds, pictureOfPage } from './pictures/page-sheet.js';
import { pictureOfStates, stateSheets } from './pictures/state-sheet.js';

/** The demo that the README opens with. */
const pictureOfDemo = async (browser: Browser, url: string): Promise<Uint8Array> => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 760, deviceScaleFactor: 1 });
  await page.goto(url);
  await page.waitForSelector('email-check:defined');
  await page.type('#name', 'Jane Doe');
  await page.type('[name=email]', 'jane.doe@gmial.com', { delay: 30 });
  await page.waitForFunction(() => document.querySelector('email-check')?.suggestion);
  return page.screenshot();
};

/** What is not committed. */
const FOLDER = 'dist/pictures';

const demo = await startDemo();
const browser = await openBrowser();
try {
  await writeFile('docs/demo.png', await pictureOfDemo(browser, demo.url));
  for (const [file, look] of Object.entries(stateSheets))
    await writeFile(file, await pictureOfStates(browser, demo.url, look));
  await writeFile('docs/pages.png', await pictureOfKinds(browser, demo.url));
  await mkdir(FOLDER, { recursive: true });
  for (const kind of pageKinds)
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1280, 320])
        await writeFile(
          `${FOLDER}/${kind}-${theme}-${width}.png`,
          await pictureOfPage(browser, demo.url, kind, { theme, width }),
        );
} finally {
  await browser.close();
  await demo.close();
}
