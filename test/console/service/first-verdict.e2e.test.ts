import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, beforeEach, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../../demo/browser.js';
import { freePort } from '../../free-port.mjs';
import { openConsolePage, press, waitForText, type ConsolePage } from '../console-page.js';
import { describeOnDatabases, type RealService } from './real-service.js';

const MOST_CLICKS = 8;
const DOMAIN = 'globex.com';
const LOCAL_PART = 'hank.scorpio';
const ADDRESS = `${LOCAL_PART}@${DOMAIN}`;

/** A page of somebody's site, which has the snippet of a key in it. */
interface Site {
  readonly url: string;
  snippet: string;
  close(): void;
}

const startSite = async (host: string): Promise<Site> => {
  const port = await freePort();
  const site = { snippet: '', url: `http://${host}:${port}/` };
  const server: Server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Sign up</title>${site.snippet}`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(site, { close: () => server.close() });
};

describeOnDatabases('from an empty account to a first verdict', (start) => {
  let real: RealService;
  let browser: Browser;
  let opened: ConsolePage;
  let page: Page;
  let account: number;
  let clicks: number;
  before(async () => {
    real = await start();
    browser = await openBrowser();
    // The console of an account is never the first one: another has keys and calls already.
    await real.service.accounts.createAccount({ name: 'First', credits: 100 });
  });
  beforeEach(async () => {
    ({ id: account } = await real.service.accounts.createAccount({ name: 'Second', credits: 100 }));
    opened = await openConsolePage(browser, real.url, await real.link(account));
    ({ page } = opened);
    await waitForText(page, 'h1', 'Overview');
    // The link in the terminal.
    clicks = 1;
  });
  after(async () => {
    await browser.close();
    await real.end();
    assert.deepEqual(real.faults, []);
  });

  const click = async (words: string): Promise<void> => {
    clicks += 1;
    await page.bringToFront();
    await press(page, words);
  };

  /** Makes a public key, and puts the snippet that is shown then into the page of a site. */
  const putSnippet = async (site: Site): Promise<void> => {
    await click('Keys');
    await click('Make a public key');
    await click('Make key');
    await waitForText(page, '.keys-code pre', 'public-key="public_');
    site.snippet = await page.$eval('.keys-code pre', ({ textContent }) => textContent ?? '');
  };

  /** Types an address into the field of a site's page with real keys, and waits until the element is in this state. */
  const signUp = async (site: Site, state: string): Promise<void> => {
    const tab = await browser.newPage();
    await tab.goto(site.url);
    await tab.waitForSelector('email-check:defined');
    clicks += 1;
    await tab.click('email-check input');
    await tab.keyboard.type(ADDRESS);
    await tab.waitForFunction((wanted) => document.querySelector('email-check')?.state === wanted, {}, state);
    await tab.close();
  };

  const wasAsked = (): boolean =>
    real.world.sessions.some(({ exchanges }) => exchanges.some(({ command }) => command.includes(ADDRESS)));

  const withSite = async (host: string, work: (site: Site) => Promise<void>): Promise<void> => {
    const site = await startSite(host);
    try {
      await work(site);
    } finally {
      site.close();
    }
    assert.equal((await page.content()).includes(LOCAL_PART), false, 'the local part is nowhere');
    await opened.close();
    console.log(`measured: clicks from a link to a first verdict: ${clicks}`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  };

  it(`takes ${MOST_CLICKS} clicks or fewer`, () =>
    withSite('localhost', async (site) => {
      await putSnippet(site);
      await signUp(site, 'safe');
      assert.ok(wasAsked(), 'the mail host of the address was asked');
      await click('Live');
      await waitForText(page, '.live-table', DOMAIN);
      await waitForText(page, '.live-table', 'Safe to Send');
    }));

  it(`takes ${MOST_CLICKS} clicks or fewer if the page is not among the origins of the key`, () =>
    withSite('127.0.0.1', async (site) => {
      await putSnippet(site);
      await signUp(site, 'misconfigured');
      await click('Live');
      const { origin } = new URL(site.url);
      await waitForText(page, 'main', `The origin ${origin} is not among this key's: add it if the page is yours.`);
      await click('Approve');
      await waitForText(page, 'body', `${origin} is approved for`);
      const [{ origins = [] } = {}] = await real.service.accounts.listKeys(account);
      assert.ok(origins.includes(origin));
      await signUp(site, 'safe');
      await waitForText(page, '.live-table', 'Safe to Send');
    }));
});
