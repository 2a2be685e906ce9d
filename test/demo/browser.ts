import puppeteer, { type Browser } from 'puppeteer-core';
import { chromiumArguments, programsOf } from '../browsers.mjs';

/** Chromium, without a window; it ends with `close()`. */
export const openBrowser = (): Promise<Browser> =>
  puppeteer.launch({ executablePath: programsOf('chromium')[0]!, headless: true, args: chromiumArguments });
