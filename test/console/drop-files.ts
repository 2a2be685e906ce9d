import type { Page } from 'puppeteer-core';

/** Drops files from outside of the browser on the page of lists, at its corner. */
export const dropFiles = async (page: Page, ...files: readonly string[]): Promise<void> => {
  const devtools = await page.createCDPSession();
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 40, y: 600, data });
    if (type === 'dragOver') await page.waitForSelector('.lists-over');
  }
  await devtools.detach();
};
