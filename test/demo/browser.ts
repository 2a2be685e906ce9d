import puppeteer, { type Browser } from 'puppeteer-core';
import { chromiumArguments, browserEnvironment, programsOf } from '../browsers.mjs';

/** Chromium, without a window; it ends with `close()`. */
export const openBrowser = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: programsOf('chromium')[0]!,
    headless: true,
    args: chromiumArguments,
    env: browserEnvironment,
  });
