import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { openBrowser } from './browser.js';

let demo: Demo;
let browser: Browser;
let page: Page;
const faults: unknown[] = [];

/** Paid calls that the service has answered. */
const validations = (): number => demo.entries().filter(({ path }) => path === '/v1/').length;
const balance = (): number | undefined =>
  demo
    .entries()
    .map((entry) => entry.balance)
    .filter((left) => left !== undefined)
    .at(-1);

/** Types into the email field with real key events. */
const type = async (address: string, delay = 20): Promise<void> => {
  await page.click('[name=email]', { count: 3 });
  await page.keyboard.press('Backspace');
  await page.type('[name=email]', address, { delay });
};

const reaches = (state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('email-check')?.state === wanted, { timeout: 60_000 }, state);

const shows = (text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector('email-check')?.shadowRoot?.querySelector('[part=message]')?.textContent?.includes(wanted),
    { timeout: 60_000 },
    text,
  );

const valueOf = (selector: string): Promise<string> =>
  page.$eval(selector, (input) => (input as HTMLInputElement).value);

describe('the demo', () => {
  before(async () => {
    demo = await startDemo({ onFault: (fault) => faults.push(fault) });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(error));
  });

  after(async () => {
    await browser.close();
    await demo.close();
    assert.deepEqual(faults, []);
  });

  beforeEach(async () => {
    await page.goto(demo.url);
    await page.waitForSelector('email-check:defined');
    await page.click('#new-day');
  });

  for (const delay of [60, 250, 700]) {
    it(`sends one paid request for an address typed at ${delay} ms a key`, async () => {
      const [asked, credits = 1000] = [validations(), balance()];
      await type('jane.doe@gmail.com', delay);
      await shows('Looks good');
      assert.equal(await valueOf('[name=email]'), 'jane.doe@gmail.com');
      await page.click('#password');
      assert.equal(validations() - asked, 1);
      assert.equal(balance(), credits - 1);
      assert.equal(
        await page.$eval('email-check', (element) => element.shadowRoot?.querySelectorAll('[role=status]').length),
        1,
      );
      await page.waitForFunction(
        () => document.querySelector('email-check')?.shadowRoot?.querySelector('img')?.naturalWidth === 128,
      );
      // Success is not spoken if no problem was.
      assert.equal(await page.$eval('email-check >>> [role=status]', (status) => status.textContent), '');
      await page.evaluate(() => localStorage.clear());
    });
  }

  it('suggests gmail.com for gmial.com, and accepts the suggestion', async () => {
    await type('jane.doe@gmial.com');
    await shows('Did you mean @gmail.com?');
    await page.click('email-check >>> [part=accept]');
    await reaches('safe');
    assert.equal(await valueOf('[name=email]'), 'jane.doe@gmail.com');
  });

  it('says temporary without a paid question, and unreachable with one', async () => {
    const asked = validations();
    await type('x@mailinator.com');
    await shows('Temporary?');
    assert.equal(validations(), asked);
    await type('nobody@gmail.com');
    await shows("Can't be reached");
    assert.equal(validations(), asked + 1);
  });

  it('signs a visitor up, and shows the address as text', async () => {
    await page.type('#name', 'Jane');
    await type('jane.doe@gmail.com');
    await page.type('#password', 'correct horse');
    await page.click('.primary');
    await page.waitForSelector('#thanks:not([hidden])');
    assert.equal(await page.$eval('#signed-up-address', (node) => node.textContent), 'jane.doe@gmail.com');
  });

  it('shows the widget message at the 21st validation of the day, and the form still submits; a new day forgets it', async () => {
    for (let number = 1; number <= 20; number++) {
      await type(`visitor${number}@acme.com`, 0);
      await page.click('#password');
      await reaches('invalid');
    }
    await type('jane.doe@gmail.com', 0);
    await page.click('#password');
    await reaches('limited');
    await shows('Too many checks today');
    await page.type('#name', 'Jane');
    await page.type('#password', 'correct horse');
    await page.click('.primary');
    await page.waitForSelector('#thanks:not([hidden])');
    await page.click('#back');
    await page.click('#new-day');
    await type('jane.doe@outlook.com');
    await reaches('safe');
  });

  it('logs each call with its price, and no address', async () => {
    await type('jane.doe@gmail.com');
    await reaches('safe');
    await page.waitForFunction(() => document.querySelector('#log tr'));
    const log = await page.$eval('.scroll', (node) => node.textContent ?? '');
    assert.match(log, /\/v1\//);
    assert.doesNotMatch(log, /jane|gmail|public_/);
    const shown = await page.$eval('#balance', (node) => node.textContent);
    assert.equal(shown?.replace(/\D/g, ''), String(balance()));
  });

  it('submits the form when the service stops while an address is typed', async () => {
    const broken = await startDemo();
    const other = await browser.newPage();
    try {
      await other.goto(broken.url);
      await other.waitForSelector('email-check:defined');
      await other.type('#name', 'Jane');
      await other.type('[name=email]', 'jane.doe@gm', { delay: 20 });
      await broken.close();
      await other.type('[name=email]', 'ail.com', { delay: 20 });
      await other.waitForFunction(() => document.querySelector('email-check')?.state === 'unavailable');
      await other.type('#password', 'correct horse');
      await other.click('.primary');
      await other.waitForSelector('#thanks:not([hidden])');
    } finally {
      await other.close();
      await broken.close();
    }
  });
});
