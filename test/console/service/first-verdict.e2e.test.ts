import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../../demo/browser.js';
import { freePort } from '../../free-port.mjs';
import { startService, type Fixture } from '../../service/app/fixture.js';
import { press, waitForText } from '../console-page.js';

const MOST_CLICKS = 8;
const ADDRESS = 'deliverable@shop.example';

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

describe('from an empty account to a first verdict', () => {
  let fixture: Fixture;
  let browser: Browser;
  let account: number;
  let clicks: number;
  before(async () => {
    fixture = await startService({ console: { folder: 'dist/console' }, scriptFile: 'dist/email-check.js' });
    browser = await openBrowser();
  });
  beforeEach(async () => {
    clicks = 0;
    ({ id: account } = await fixture.service.accounts.createAccount({ name: 'Second', credits: 100 }));
  });
  after(async () => {
    await browser.close();
    await fixture.end();
  });

  const click = async (page: Page, words: string): Promise<void> => {
    clicks += 1;
    await page.bringToFront();
    await press(page, words);
  };

  const signIn = async (): Promise<Page> => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(`${fixture.url}/console#${await fixture.service.links.make(account)}`);
    await waitForText(page, 'h1', 'Overview');
    return page;
  };

  /** Types an address into the field of a site's page with real keys. */
  const signUp = async (site: Site, page?: Page): Promise<Page> => {
    const tab = page ?? (await browser.newPage());
    await tab.bringToFront();
    await tab.goto(site.url);
    await tab.waitForSelector('email-check:defined');
    clicks += 1;
    await tab.click('email-check input');
    await tab.keyboard.type(ADDRESS);
    return tab;
  };

  const reaches = (page: Page, state: string) =>
    page.waitForFunction((wanted) => document.querySelector('email-check')?.state === wanted, {}, state);

  it(`takes ${MOST_CLICKS} clicks or fewer`, async () => {
    const site = await startSite('localhost');
    try {
      const page = await signIn();
      await click(page, 'Keys');
      await click(page, 'Make a public key');
      await click(page, 'Make key');
      await waitForText(page, '.keys-code pre', 'public-key="public_');
      site.snippet = await page.$eval('.keys-code pre', ({ textContent }) => textContent ?? '');
      const tab = await signUp(site);
      await reaches(tab, 'safe');
      await click(page, 'Live');
      await waitForText(page, 'main', 'shop.example');
      assert.equal((await page.content()).includes(ADDRESS), false, 'the local part is nowhere');
      console.log(`measured: clicks from an empty account to a first verdict: ${clicks}`);
      assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    } finally {
      site.close();
    }
  });

  it('needs one click more if the page is not among the origins of the key', async () => {
    const site = await startSite('127.0.0.1');
    try {
      const { key } = await fixture.service.accounts.createKey({
        ...{ account, kind: 'public', origins: ['https://elsewhere.example'] },
      });
      site.snippet = `<script type="module" src="${fixture.url}/email-check.js"></script>
        <form method="post"><email-check public-key="${key}"><input type="email" name="email"></email-check></form>`;
      const page = await signIn();
      await click(page, 'Live');
      const tab = await signUp(site);
      await reaches(tab, 'misconfigured');
      const origin = new URL(site.url).origin;
      await page.bringToFront();
      await waitForText(page, 'main', `The origin ${origin} is not among this key's: add it if the page is yours.`);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await click(page, 'Approve');
      await waitForText(page, 'body', `${origin} is approved for`);
      const [{ origins = [] } = {}] = await fixture.service.accounts.listKeys(account);
      assert.ok(origins.includes(origin));
      await signUp(site, tab);
      await reaches(tab, 'safe');
    } finally {
      site.close();
    }
  });
});
