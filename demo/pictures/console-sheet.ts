import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import {
  consoleScenes,
  lastingTexts,
  showScene,
  type ConsoleLook,
  type ConsoleScene,
  type OpenConsole,
} from './console-scenes.js';
import { withText } from './png-text.js';

/** A picture of the documentation: a view of the console, and how it looks there. */
export interface ConsolePicture extends ConsoleLook {
  readonly scene: string;
}

/** The documentation's pictures of the console, by their files. */
export const consolePictures: Readonly<Record<string, ConsolePicture>> = {
  'docs/console-overview.png': { scene: 'overview', theme: 'light', width: 1200, height: 820 },
  'docs/console-overview-dark.png': { scene: 'overview', theme: 'dark', width: 1200, height: 820 },
  'docs/console-live.png': { scene: 'live', theme: 'light', width: 1200, height: 620 },
  'docs/console-try.png': { scene: 'try', theme: 'light', width: 1200, height: 1180 },
  'docs/console-lists.png': { scene: 'lists', theme: 'light', width: 1200, height: 820 },
  'docs/console-keys.png': { scene: 'keys', theme: 'light', width: 1200, height: 1080 },
};

/** Where a picture keeps the texts that it shows for sure, as a JSON array. */
export const TEXTS = 'Texts';

const COLOURS = 128;

/** Few bytes. */
export const compressed = (png: Uint8Array): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours: COLOURS, dither: 0, effort: 10 }).toBuffer();

const sceneOf = (name: string): ConsoleScene => {
  const found = consoleScenes.find((scene) => scene.name === name);
  if (!found) throw new Error(`No scene of the console is called "${name}".`);
  return found;
};

/** Has the work done with a page of the console that shows a scene. */
export const withScene = async <Result>(
  open: OpenConsole,
  { scene, ...look }: ConsolePicture,
  work: (page: Page) => Promise<Result>,
): Promise<Result> => {
  const shown = sceneOf(scene);
  const page = await open(shown.as);
  await showScene(page, shown, look);
  const result = await work(page);
  await page.close();
  return result;
};

/** A picture of the documentation, which knows its lasting texts. */
export const pictureOfConsole = (open: OpenConsole, picture: ConsolePicture): Promise<Buffer> =>
  withScene(open, picture, async (page) => {
    const texts = await lastingTexts(page);
    return withText(await compressed(await page.screenshot()), TEXTS, JSON.stringify(texts));
  });

/** Every view in its full height, light and dark, wide and narrow, to look at. `keep` is given each under a name. */
export const everyView = async (
  open: OpenConsole,
  keep: (name: string, png: Uint8Array) => Promise<void>,
): Promise<void> => {
  for (const { name } of consoleScenes)
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1280, 320])
        await withScene(open, { scene: name, theme, width, height: 720 }, async (page) => {
          // A dialog is as high as the window.
          const png = await page.screenshot({ fullPage: !(await page.$('dialog[open]')) });
          await keep(`${name}-${theme}-${width}`, png);
        });
};
