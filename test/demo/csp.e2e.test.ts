import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo, type Demo } from '../../demo/demo.js';
import { openBrowser } from './browser.js';

declare global {
  interface Window {
    /** What the page did against its policy, as the browser tells it from the first moment on. */
    violations: string[];
  }
}

let demo: Demo;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

const type = async (address: string): Promise<void> => {
  await page.click('[name=email]', { count: 3 });
  await page.keyboard.press('Backspace');
  await page.type('[name=email]', address, { delay: 10 });
};

const reaches = (state: string): Promise<unknown> =>
  page.waitForFunction((wanted) => document.querySelector('email-check')?.state === wanted, { timeout: 60_000 }, state);

/** Presses one of the element's buttons once it shows. */
const press = async (part: string): Promise<void> => {
  const button = await page.waitForSelector(`email-check >>> [part=${part}]`);
  await button?.click();
};

describe('a page under a strict content security policy', () => {
  before(async () => {
    demo = await startDemo();
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    await page.evaluateOnNewDocument(() => {
      window.violations = [];
      addEventListener('securitypolicyviolation', (event) =>
        window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
  });

  after(async () => {
    await browser.close();
    await demo.close();
  });

  it('is served with a policy that allows nothing by default and asks for trusted types', async () => {
    const response = await page.goto(`${demo.url}/csp.html`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    assert.match(policy, /^default-src 'none';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*|data:|blob:/);
    await page.waitForSelector('email-check:defined');
  });

  it('has no violation while an address is found safe, with its logo, is corrected, and is blocked at submit', async () => {
    await type('jane.doe@acme.com');
    await reaches('safe');
    await page.waitForFunction(
      // The domain has none: then the picture is transparent, of one pixel.
      () => document.querySelector('email-check')?.shadowRoot?.querySelector('img')?.naturalWidth === 1,
    );

    await type('jane.doe@gmial.com');
    await press('accept');
    await reaches('safe');
    assert.equal(await page.$eval('[name=email]', (input) => (input as HTMLInputElement).value), 'jane.doe@gmail.com');

    await page.$eval('email-check', (element) => element.setAttribute('block', 'syntax disposable invalid'));
    await type('nobody@acme.com');
    await page.click('form > button');
    await reaches('invalid');
    await page.waitForSelector('[name=email][aria-invalid=true]');
    assert.equal(await page.$eval('output', (output) => output.textContent), '');

    await type('x@mailinator.com');
    await reaches('disposable');
    await press('override');
    await page.click('form > button');
    await page.waitForFunction(() => document.querySelector('output')?.textContent);

    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.deepEqual(complaints, []);
  });

  it('reports violations to the test', async () => {
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.body.append(style);
      try {
        document.body.innerHTML = '<p>';
      } catch {
        // The sink takes trusted types alone.
      }
    });
    await page.waitForFunction(() => window.violations.length === 2);
    assert.equal(await page.$$eval('#violations li', (rows) => rows.length), 2);
  });
});
