import type { Browser, Page } from 'puppeteer-core';
import type { Demo } from '../demo.js';
import { lastingTexts, type OpenConsole } from './console-scenes.js';
import { compressed, TEXTS, withScene } from './console-sheet.js';
import { withText } from './png-text.js';
import { textsOf } from './scenes.js';

/** What the README opens with. */
export const FIRST_PICTURE = 'docs/demo.png';

/** CSS pixels that a device's are smaller by. */
const SCALE = 2;
/** The picture in CSS pixels, and the two pages in it. */
const PICTURE = { width: 1040, height: 720 };
const CONSOLE = { width: 1120, height: 840 };
const SIGN_UP = { width: 380, height: 352 };
/** The console is smaller than it is on screens, so that all of it is seen. */
const CONSOLE_ZOOM = 0.8;
const AROUND = 16;

/** Its width and height in pixels. */
export const firstPixels: readonly [width: number, height: number] = [SCALE * PICTURE.width, SCALE * PICTURE.height];

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
  await page.$eval(
    'main',
    (main, around) => {
      // A blinking caret is there or not.
      const still = new CSSStyleSheet();
      still.replaceSync('input { caret-color: transparent; }');
      document.adoptedStyleSheets.push(still);
      scrollTo(0, main.getBoundingClientRect().top + scrollY - around);
    },
    AROUND,
  );
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
  open: OpenConsole,
  work: (signUp: Page, overview: Page) => Promise<Result>,
): Promise<Result> => {
  const signUp = await openSignUp(browser, demo);
  const result = await withScene(open, { scene: 'overview', theme: 'light', ...CONSOLE }, (overview) =>
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
  #console { top: ${AROUND}px; left: ${AROUND}px; width: ${CONSOLE_ZOOM * CONSOLE.width}px; }
  #sign-up { right: ${AROUND}px; bottom: ${AROUND}px; width: ${SIGN_UP.width}px; }
</style>
<img id="console" src="${asUrl(overview)}" alt=""><img id="sign-up" src="${asUrl(signUp)}" alt="">`;

/** The sign-up page in front of the console. */
export const firstPicture = (browser: Browser, demo: Demo, open: OpenConsole): Promise<Buffer> =>
  withFirstPages(browser, demo, open, async (signUp, overview) => {
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
