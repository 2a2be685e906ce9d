import type { Browser, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { play, scenes } from './scenes.js';

/** The kinds of pages that the element is put into. */
export const pageKinds = ['plain', 'bootstrap', 'tailwind', 'vite'] as const;

export type PageKind = (typeof pageKinds)[number];

export interface PageLook {
  readonly theme: 'light' | 'dark';
  readonly width: number;
}

/** A form with a scene's name above it. */
type Shot = readonly [title: string, png: string];

/** CSS pixels around a form. */
const AROUND = 12;
/** The widest picture of a form: what is beside a centred form is left out. */
const WIDEST = 520;

/** Opens a page as wide as wanted, on a new day of the service. */
const openPage = async (page: Page, url: string, kind: PageKind, { theme, width }: PageLook): Promise<void> => {
  await fetch(`${url}/new-day`, { method: 'POST', headers: { Origin: url } });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(`${url}/${kind}.html`);
  await page.waitForSelector('email-check:defined');
  await page.evaluate((name) => {
    // Each scene says itself what is blocked.
    document.querySelector('email-check')?.removeAttribute('block');
    // Bootstrap's pages say their theme themselves.
    document.documentElement.dataset.bsTheme = name;
    const still = new CSSStyleSheet();
    still.replaceSync('input { caret-color: transparent; transition: none !important; }');
    document.adoptedStyleSheets.push(still);
  }, theme);
};

/** The form as it is now, as a PNG in base64. */
const formOf = async (page: Page): Promise<string> => {
  const clip = await page.$eval(
    'form',
    (form, around, widest) => {
      const box = form.getBoundingClientRect();
      const width = Math.min(innerWidth, box.width + 2 * around, widest);
      return {
        x: Math.max(0, box.x + (box.width - width) / 2),
        y: box.y + scrollY - around,
        width,
        height: box.height + 2 * around,
      };
    },
    AROUND,
    WIDEST,
  );
  return page.screenshot({ clip, encoding: 'base64' });
};

/** One picture of many. */
const sheetOf = async (page: Page, shots: readonly Shot[], columns: number, background: string): Promise<Buffer> => {
  await page.goto('about:blank');
  await page.setViewport({ width: 100, height: 100 });
  await page.setContent(`<!doctype html>
<style>
  body { display: inline-grid; grid-template-columns: repeat(${columns}, auto); gap: 16px; margin: 0; padding: 16px; background: ${background}; }
  figure { margin: 0; } img { display: block; }
  figcaption { color: #888; font: 13px/1.6 ui-monospace, monospace; }
</style>
${shots.map(([title, png]) => `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${png}" alt=""></figure>`).join('')}`);
  const body = (await page.$('body'))!;
  return sharp(await body.screenshot())
    .png({ palette: true, colours: 96, dither: 0, effort: 10 })
    .toBuffer();
};

const backgrounds = { light: '#fff', dark: '#111' } as const;

/** Every scene on one kind of page. */
export const pictureOfPage = async (browser: Browser, url: string, kind: PageKind, look: PageLook): Promise<Buffer> => {
  const page = await browser.newPage();
  await openPage(page, url, kind, look);
  // There a centred input leaves few messages room in one line.
  const isNarrow = kind === 'vite' && look.width < 400;
  const shots: Shot[] = [];
  for (const scene of scenes) {
    await play(page, scene, isNarrow);
    shots.push([scene.name, await formOf(page)]);
  }
  const sheet = await sheetOf(page, shots, look.width > 600 ? 4 : 5, backgrounds[look.theme]);
  await page.close();
  return sheet;
};

/** What the documentation shows of the kinds: a suggestion in light, and an error in dark. */
const shown = [
  ['suggestion', 'light'],
  ['malformed', 'dark'],
] as const;

/** The kinds of pages beside each other, for the documentation. */
export const pictureOfKinds = async (browser: Browser, url: string): Promise<Buffer> => {
  const page = await browser.newPage();
  const shots: Shot[] = [];
  for (const [name, theme] of shown)
    for (const kind of pageKinds) {
      await openPage(page, url, kind, { theme, width: 360 });
      await play(
        page,
        scenes.find((scene) => scene.name === name)!,
      );
      shots.push([kind, await formOf(page)]);
    }
  const sheet = await sheetOf(page, shots, pageKinds.length, backgrounds.light);
  await page.close();
  return sheet;
};
