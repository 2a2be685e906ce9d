import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { looksRight, violations } from '../../demo/axe.js';
import { openBrowser } from '../../demo/browser.js';
import { press, textOf, waitForText } from '../console-page.js';
import { createFixtureWorld } from '../fixture-world.js';
import { inForcedColours, tabTo, waitForFocus, withPageOf } from '../with-page.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const withPage = withPageOf(() => browser);

const fieldOf = (page: Page): Promise<string> => page.$eval('#try-email', (field) => (field as HTMLInputElement).value);

/** Writes an address in place of what is in the field, and waits for its verdict. */
const tryAddress = async (page: Page, email: string): Promise<void> => {
  await page.focus('#try-email');
  await page.$eval('#try-email', (field) => (field as HTMLInputElement).select());
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await waitForText(page, '#try-verdict', email);
};

describe('trying an address', () => {
  it('shows the verdict in words, as fields, and its evidence in order, by keyboard alone', () =>
    withPage('/accounts/1/try', {}, async (page) => {
      await page.waitForSelector('#try-email');
      await looksRight(page);
      await tabTo(page, '#try-email');
      await page.keyboard.type('jane@acme-shop.example');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#try-verdict');
      await waitForFocus(page, '#try-verdict');
      assert.equal(await textOf(page, '#try-verdict'), 'Risky jane@acme-shop.example');
      assert.match(await textOf(page, '.try-words'), /accepts every address of this domain.*Send to it with care/);
      assert.match(
        await textOf(page, '.try-facts'),
        /Reason Accept All Code 4 Transactional mail Send .* 1 credit spent, 48,309 credits left\./,
      );
      assert.match(await textOf(page, '.try-because'), /^Why: The mail host accepts every address/);
      const steps = await page.$$eval('.try-step', (all) =>
        all.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()),
      );
      assert.equal(steps[0], 'Text Spelling The address is well formed.');
      assert.equal(steps[3], 'Mail host RCPT TO the address 212 ms 250 2.1.5 OK');
      assert.equal(steps.length, 5);
      const bars = await page.$$eval('.try-time', (all) =>
        all.map((bar) => Number(bar.getAttribute('x')) + Number(bar.getAttribute('width'))),
      );
      assert.equal(bars.length, 3);
      assert.deepEqual(
        [...bars].sort((one, other) => one - other),
        bars,
        'one after the other',
      );
      await looksRight(page);
      await inForcedColours(page);
      assert.deepEqual(await violations(page), []);
    }));

  it('never puts the address into a URL or into storage', () =>
    withPage('/accounts/1/try', {}, async (page) => {
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      await page.waitForSelector('#try-email');
      await tryAddress(page, 'jane.secret@acme-shop.example');
      urls.push(page.url());
      assert.ok(urls.length > 1);
      assert.deepEqual(
        urls.filter((url) => url.includes('secret')),
        [],
      );
      assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
    }));

  it('tries what may have been meant, with one press', () =>
    withPage('/accounts/1/try', {}, async (page, { world }) => {
      world.tried = { ...world.tried, result: 'Invalid', reason: 'Bounce', code: 6, didYouMean: 'jane@gmail.com' };
      await page.waitForSelector('#try-email');
      await tryAddress(page, 'jane@gmial.com');
      await waitForText(page, '.notice', 'Did you mean jane@gmail.com?');
      await looksRight(page);
      world.tried = { ...world.tried, result: 'Safe to Send', reason: 'Deliverable', code: 5, didYouMean: '' };
      await page.click('#try-suggestion');
      await waitForText(page, '#try-verdict', 'Safe to Send jane@gmail.com');
      assert.equal(await fieldOf(page), 'jane@gmail.com');
    }));

  it('says what failed beside the field, which keeps what was written', () =>
    withPage('/accounts/1/try', {}, async (page, { world, calls }) => {
      await page.waitForSelector('#try-email');
      await press(page, 'Check');
      await waitForText(page, '#try-failure', 'There is no address: write one first.');
      assert.ok(!calls.includes('POST tryAddress'));
      world.mode = 'failing';
      await page.type('#try-email', 'jane@acme-shop.example');
      await page.keyboard.press('Enter');
      await waitForText(page, '#try-failure', 'The service has a fault');
      await looksRight(page);
      assert.equal(await fieldOf(page), 'jane@acme-shop.example');
      await waitForFocus(page, '#try-email');
      assert.equal(await page.$eval('#try-email', (field) => field.getAttribute('aria-describedby')), 'try-failure');
      world.mode = 'normal';
      await page.keyboard.press('Enter');
      await page.waitForSelector('#try-verdict');
      assert.equal(await page.$('#try-failure'), null);
    }));

  it('says that it takes a while, and asks once however often Enter is pressed', () =>
    withPage('/accounts/1/try', {}, async (page, { world, calls }) => {
      await page.waitForSelector('#try-email');
      world.mode = 'slow';
      await page.type('#try-email', 'jane@acme-shop.example');
      for (let at = 0; at < 3; at += 1) await page.keyboard.press('Enter');
      await waitForText(page, '[role=status]', 'Checking…');
      await page.waitForSelector('#try-verdict');
      assert.equal(calls.filter((call) => call === 'POST tryAddress').length, 1);
    }));

  it('keeps the tries of this visit, across views, until they are forgotten', () =>
    withPage('/accounts/1/try', {}, async (page) => {
      await page.waitForSelector('#try-email');
      await tryAddress(page, 'first@acme-shop.example');
      await tryAddress(page, 'second@acme-shop.example');
      await page.click('.shell-nav a[href$="/lists"]');
      await page.waitForSelector('.lists-all');
      await page.click('.shell-nav a[href$="/try"]');
      await waitForText(page, '#try-verdict', 'second@acme-shop.example');
      assert.match(await textOf(page, '.try-earlier'), /^first@acme-shop\.example/);
      await page.click('.try-again');
      await waitForText(page, '#try-verdict', 'first@acme-shop.example');
      await waitForFocus(page, '#try-verdict');
      assert.equal(await fieldOf(page), 'first@acme-shop.example');
      await press(page, 'Forget them');
      await waitForText(page, '.empty', 'The verdict and its evidence appear here');
      await page.reload();
      await waitForText(page, '.empty', 'The verdict and its evidence appear here');
    }));
});

describe('texts of strangers in evidence', () => {
  const markup = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';
  for (const text of [markup, '\u202egnp.exe\u2066', 'x'.repeat(5_000), '250 ok\r\n250 \u001b[31mred'])
    it(`are shown as text: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const world = createFixtureWorld();
      const steps = world.tried.steps.map((step) => ({ ...step, title: text, detail: text }));
      world.tried = { ...world.tried, ...{ steps, because: text, didYouMean: text, reason: text } };
      return withPage('/accounts/1/try', world, async (page) => {
        await page.waitForSelector('#try-email');
        await tryAddress(page, 'jane@acme-shop.example');
        for (const width of [1280, 320]) {
          await page.setViewport({ width, height: 900 });
          const found = await page.evaluate(() => ({
            sticksOut: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            images: document.images.length,
            scripts: document.scripts.length,
            title: document.title,
          }));
          assert.deepEqual([found.sticksOut, found.images, found.scripts], [0, 0, 1]);
          assert.ok(found.title.endsWith('email-check'));
        }
      });
    });
});
