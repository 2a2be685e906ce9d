import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { browserEnvironment, chromiumArguments } from '../browsers.mjs';

/** The whole browser: the protocol is not in the one without a window. */
const PROGRAM = '/usr/bin/chromium';
export const skip = existsSync(PROGRAM) ? false : `${PROGRAM} is not installed`;

/** Longer than the issuer takes, by far. */
export const PATIENCE = 30_000;

export const open = (flags: readonly string[]): Promise<Browser> =>
  puppeteer.launch({
    ...{ executablePath: PROGRAM, headless: true, env: browserEnvironment, pipe: true },
    // Puppeteer's own flag for features would take the place of ours.
    ignoreDefaultArgs: ['--enable-automation', '--disable-component-extensions-with-background-pages'],
    args: [...chromiumArguments, ...flags],
  });

/** Sees when a browser ends the protocol. */
export interface ProofWatch {
  /** How often the browser has ended the protocol, with a proof or without one. No page can see that; the browser counts it. */
  ended(): Promise<number>;
  /** Waits until the browser has ended the protocol once more. */
  endedAfter(before: number): Promise<void>;
}

export const watchProofs = async (browser: Browser): Promise<ProofWatch> => {
  const watcher = await browser.target().createCDPSession();
  const ended = async (): Promise<number> => {
    const { histograms } = await watcher.send('Browser.getHistograms', { query: 'Blink.Evp.Status.' });
    const counts = histograms.flatMap(({ name, buckets }) =>
      buckets.filter(({ low }) => /Verify$/.test(name) || low !== 0).map(({ count }) => count),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  return {
    ended,
    async endedAfter(before) {
      const last = Date.now() + PATIENCE;
      while ((await ended()) === before && Date.now() < last) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
};
