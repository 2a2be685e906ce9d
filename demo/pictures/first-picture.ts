import type { Browser, Page } from 'puppeteer-core';
import type { Demo } from '../demo.js';
import { lastingTexts } from './console-scenes.js';
import { compressed, TEXTS, withScene } from './console-sheet.js';
import { withText } from './png-text.js';
import { textsOf } from './scenes.js';

/** What the README opens with. */
export const FIRST_PICTURE = 'docs/demo.png';

/** CSS pixels that a device's are smaller by. */
const SCALE = 2;
/** The picture in CSS pixels, and the two pages in it. */
const PICTURE = { width: 1000, height: 700 };
const CONSOLE = { width: 860, height: 640 };
const SIGN_UP = { width: 380, height: 470 };

const asUrl = (png: string): string => `data:image/png;base64,${png}`;

/** The sign-up page of the demo, with a mistyped address. */
export const openSignUp = async (browser: Browser, { url }: Demo): Promise<Page> => {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ ...SIGN_UP, deviceScaleFactor: SCALE });
  await page.goto(url);
  await page.waitForSelector('email-check:defined');
  await page.type('#name', 'Jane Doe');
  await page.type('[name=email]', 'jane.doe@gmial.com');
  await page.waitForFunction(() => document.querySelector('email-check')?.suggestion);
  return page;
};

/** The lasting texts of the two pages, and what the element says. */
export const firstTexts = async (signUp: Page, overview: Page): Promise<readonly string[]> => [
  ...(await lastingTexts(signUp)),
  ...(await textsOf(signUp)),
  ...(await lastingTexts(overview)),
];

/** Has the work done with the two pages of the picture. */
export const withFirstPages = async <Result>(
  browser: Browser,
  demo: Demo,
  work: (signUp: Page, overview: Page) => Promise<Result>,
): Promise<Result> => {
  const signUp = await openSignUp(browser, demo);
  const result = await withScene(browser, demo, { scene: 'overview', theme: 'light', ...CONSOLE }, (overview) =>
    work(signUp, overview),
  );
  await signUp.browserContext().close();
  return result;
};

/** The two pages, one in front of the other. */
const composed = (signUp: string, overview: string): string => `<!doctype html>
<style>
  body { position: relative; width: ${PICTURE.width}px; height: ${PICTURE.height}px; margin: 0; overflow: hidden; background: #fff; }
  img { position: absolute; border: 1px solid #c9d2cc; border-radius: 12px; box-shadow: 0 10px 30px rgb(20 40 30 / 22%); }
  #console { top: 16px; right: 20px; width: ${CONSOLE.width}px; }
  #sign-up { bottom: 24px; left: 20px; width: ${SIGN_UP.width}px; }
</style>
<img id="console" src="${asUrl(overview)}" alt=""><img id="sign-up" src="${asUrl(signUp)}" alt="">`;

/** The sign-up page in front of the console. */
export const firstPicture = (browser: Browser, demo: Demo): Promise<Buffer> =>
  withFirstPages(browser, demo, async (signUp, overview) => {
    const texts = await firstTexts(signUp, overview);
    await overview.setViewport({ ...CONSOLE, deviceScaleFactor: SCALE });
    const shots = [await signUp.screenshot({ encoding: 'base64' }), await overview.screenshot({ encoding: 'base64' })];
    const page = await browser.newPage();
    await page.setViewport({ ...PICTURE, deviceScaleFactor: SCALE });
    await page.setContent(composed(shots[0]!, shots[1]!));
    const png = await compressed(await page.screenshot());
    await page.close();
    return withText(png, TEXTS, JSON.stringify(texts));
  });
