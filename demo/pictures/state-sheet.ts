import type { Browser, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { withText } from './png-text.js';
import { openPlayground, play, scenes, textsOf, type Look, type Texts } from './scenes.js';

/** The sheets: their files, and how their pages look. */
export const stateSheets: Readonly<Record<string, Look>> = {
  'docs/states-light.png': { theme: 'light', language: 'en' },
  'docs/states-dark.png': { theme: 'dark', language: 'en' },
  'docs/states-rtl.png': { theme: 'light', language: 'ar' },
};

/** Where a picture keeps what it shows, as JSON of `Texts`. */
export const TEXTS = 'States';

/** CSS pixels that a device's are smaller by. */
const SCALE = 2;
const COLUMNS = 3;
/** Of a sheet's cell, in CSS pixels; the same for every font, so that a sheet's size follows from the number of its scenes. */
const CELL = { width: 340, height: 172 };
const MARGIN = 16;
/** Room for a field, with the ring of its focus. */
const FIELD = { width: 324, height: 132 };
const RING = 4;

/** A sheet's width and height in pixels, as it would be made now. */
export const stateSheetPixels = (): readonly [width: number, height: number] => [
  SCALE * (COLUMNS * CELL.width + 2 * MARGIN),
  SCALE * (Math.ceil(scenes.length / COLUMNS) * CELL.height + 2 * MARGIN),
];

/** The field and what stands below it, as a PNG in base64. */
const fieldOf = async (page: Page, name: string): Promise<string> => {
  const clip = await page.$eval(
    'email-check',
    (element, ring) => {
      const { left, top, width } = element.getBoundingClientRect();
      const { bottom } = element.shadowRoot!.querySelector('[part=line]')!.getBoundingClientRect();
      return {
        x: left + scrollX - ring,
        y: top + scrollY - ring,
        width: width + 2 * ring,
        height: Math.ceil(bottom - top) + 2 * ring,
      };
    },
    RING,
  );
  if (clip.width > FIELD.width || clip.height > FIELD.height)
    throw new Error(`"${name}" is ${clip.width} × ${clip.height} px and does not fit its cell.`);
  return page.screenshot({ clip, captureBeyondViewport: false, encoding: 'base64' });
};

/** A page that shows the fields on the colours that they stand on, each with its scene's name. */
const pageOf = (
  fields: readonly (readonly [name: string, png: string])[],
  { background, color, line, quiet, font }: Readonly<Record<string, string>>,
  direction: string,
): string => `<!doctype html>
<html dir="${direction}">
  <style>
    * { box-sizing: border-box; margin: 0; }
    body { display: grid; grid-template-columns: repeat(${COLUMNS}, ${CELL.width}px); grid-auto-rows: ${CELL.height}px; padding: ${MARGIN}px; background: ${background}; color: ${color}; font: ${font}; }
    figure { display: grid; grid-template-rows: ${FIELD.height}px auto; justify-content: center; }
    img { zoom: ${1 / SCALE}; }
    figcaption { margin: 0 ${RING}px; padding-top: 6px; border-top: 1px solid ${line}; color: ${quiet}; font: 13px/1.4 ui-monospace, monospace; }
  </style>
  ${fields.map(([name, png]) => `<figure><img src="data:image/png;base64,${png}" alt=""><figcaption>${name}</figcaption></figure>`).join('\n')}
</html>`;

/** Plays every scene in the demo, and makes one picture of them that knows what it shows. */
export const pictureOfStates = async (browser: Browser, url: string, look: Look): Promise<Buffer> => {
  const page = await browser.newPage();
  await openPlayground(page, url, look);
  const style = await page.evaluate(() => {
    // A style sheet that is made so needs no leave of the page's policy.
    const still = new CSSStyleSheet();
    still.replaceSync('input { caret-color: transparent; }');
    document.adoptedStyleSheets.push(still);
    const {
      backgroundColor: background,
      borderTopColor: line,
      color,
    } = getComputedStyle(document.querySelector('.card')!);
    const { color: quiet } = getComputedStyle(document.querySelector('.hint')!);
    return { background, line, color, quiet, font: getComputedStyle(document.body).font };
  });
  const direction = await page.evaluate(() => document.documentElement.dir);
  const fields: [name: string, png: string][] = [];
  const texts: Record<string, string[]> = {};
  for (const scene of scenes) {
    await play(page, scene);
    texts[scene.name] = await textsOf(page);
    fields.push([scene.name, await fieldOf(page, scene.name)]);
  }
  const [width, height] = stateSheetPixels();
  await page.goto('about:blank');
  await page.setViewport({ width: width / SCALE, height: height / SCALE, deviceScaleFactor: SCALE });
  await page.setContent(pageOf(fields, style, direction));
  const sheet = await sharp(await page.screenshot({ captureBeyondViewport: false }))
    .png({ palette: true, colours: 128, dither: 0, effort: 10 })
    .toBuffer();
  await page.close();
  return withText(sheet, TEXTS, JSON.stringify(texts satisfies Texts));
};
