import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

/** A file that the browser has saved. */
export interface Download {
  /** The name that it was given by the service. */
  readonly name: string;
  readonly text: string;
}

/** Does something that makes the browser save a file, below a folder, and resolves with it. */
export const download = async (page: Page, folder: string, work: () => Promise<void>): Promise<Download> => {
  const devtools = await page.createCDPSession();
  const { id } = page.browserContext();
  await devtools.send('Browser.setDownloadBehavior', {
    ...{ behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true },
    ...(id !== undefined && { browserContextId: id }),
  });
  let name = '';
  devtools.on('Browser.downloadWillBegin', ({ suggestedFilename }) => (name = suggestedFilename));
  const saved = new Promise<string>((resolve, reject) =>
    devtools.on('Browser.downloadProgress', ({ state, guid }) => {
      if (state === 'completed') resolve(guid);
      if (state === 'canceled') reject(new Error('The browser has given up the download.'));
    }),
  );
  await work();
  const text = readFileSync(join(folder, await saved), 'utf8');
  await devtools.detach();
  return { name, text };
};
