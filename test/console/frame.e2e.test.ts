import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../demo/browser.js';
import { press, textOf, waitForText } from './console-page.js';
import { withPageOf } from './with-page.js';
import { CONSOLE_POLICY, FIXTURE_TOKEN } from './fixture.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const withPage = withPageOf(() => browser);

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.localName}: ${document.activeElement?.textContent?.trim()}`);

describe('signing in to the console', () => {
  it('is served with a policy that allows nothing by default', () => {
    assert.match(CONSOLE_POLICY, /^default-src 'none';/);
    assert.match(CONSOLE_POLICY, /require-trusted-types-for 'script'; trusted-types lit-html$/);
    assert.doesNotMatch(CONSOLE_POLICY, /unsafe|\*|blob:/);
  });

  it('says how to get a link', () =>
    withPage('', { mode: 'signed-out' }, async (page) => {
      assert.equal(await textOf(page, 'h1'), 'Sign in with a link');
      assert.equal(await textOf(page, 'code'), 'email-check console link');
      assert.match(await page.title(), /Sign in/);
    }));

  it('copies the command, and selects it if the browser does not allow that', () =>
    withPage('', { mode: 'signed-out' }, async (page) => {
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: async (text) => { window.copied = text; } },
      })`);
      await press(page, 'Copy');
      await waitForText(page, 'console-copy', 'Copied');
      assert.equal(await page.evaluate(() => (window as { copied?: string }).copied), 'email-check console link');
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await press(page, 'Copied');
      await page.waitForFunction(() => String(getSelection()) === 'email-check console link');
    }));

  it('exchanges the token of a link by POST, after it is gone from the URL', () =>
    withPage('', { mode: 'signed-out' }, async (page, { url, calls }) => {
      let urlAtCall = '';
      const others: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/sign-in')) urlAtCall = page.url();
        else if (!request.isNavigationRequest()) others.push(request.url());
      });
      await page.goto('about:blank');
      calls.length = 0;
      await page.goto(`${url}/console#${FIXTURE_TOKEN}`);
      await page.waitForSelector('.shell');
      assert.equal(calls[0], 'POST signIn');
      assert.equal(urlAtCall, `${url}/console`);
      assert.ok(!page.url().includes('#'));
      assert.ok(others.every((each) => !each.includes(FIXTURE_TOKEN)));
      await page.goBack();
      await page.goForward();
      assert.ok(!page.url().includes(FIXTURE_TOKEN));
    }));

  it('takes a link that is pasted into the same tab', () =>
    withPage('', { mode: 'signed-out' }, async (page) => {
      await page.evaluate((token) => (location.hash = token), FIXTURE_TOKEN);
      await page.waitForSelector('.shell');
      assert.ok(!page.url().includes('#'));
    }));

  it('says what to do about a link that has expired', () =>
    withPage(`#${'y'.repeat(43)}`, { mode: 'signed-out' }, async (page) => {
      await waitForText(page, 'h1', 'This link has expired');
      assert.equal(await textOf(page, 'code'), 'email-check console link');
    }));

  it('keeps the token for another try if the service fails', () =>
    withPage(`#${FIXTURE_TOKEN}`, { mode: 'failing' }, async (page, { world }) => {
      await waitForText(page, '[role=alert]', 'fault');
      world.mode = 'signed-out';
      await press(page, 'Try again');
      await page.waitForSelector('.shell');
    }));

  it('ends with the button for it, and the next load is signed out', () =>
    withPage('/accounts/1', {}, async (page) => {
      await press(page, 'Sign out');
      await waitForText(page, '.notice', 'You are signed out.');
      assert.equal(await focused(page), 'h1: Sign in with a link');
      await page.reload();
      await waitForText(page, 'h1', 'Sign in with a link');
    }));

  it('says so when the session is ended while it is used', () =>
    withPage('/accounts/1/live', {}, async (page, { world, addCall }) => {
      await page.waitForSelector('tbody tr');
      world.mode = 'signed-out';
      addCall();
      await waitForText(page, 'h1', 'Your session has ended');
    }));
});

describe('finding the way in the console', () => {
  it('opens deep links, follows links without a load, and goes back', () =>
    withPage('/accounts/1/live', {}, async (page) => {
      assert.equal(await textOf(page, 'h1'), 'Live');
      assert.equal(await page.title(), 'Live · Acme Shop · email-check');
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await press(page, 'Overview');
      await waitForText(page, 'h1', 'Overview');
      assert.equal(pathOf(page), '/console/accounts/1');
      assert.equal(await focused(page), 'h1: Overview');
      assert.equal(await page.$eval('[aria-current=page]', (link) => link.textContent?.trim()), 'Overview');
      await page.goBack();
      await waitForText(page, 'h1', 'Live');
      assert.equal(await page.title(), 'Live · Acme Shop · email-check');
      assert.equal(await page.evaluate(() => 'isSame' in window), true);
    }));

  it('changes the account and keeps the view and the focus', () =>
    withPage('/accounts/1/live', {}, async (page) => {
      await page.waitForSelector('tbody tr');
      await page.focus('select');
      await page.select('select', '2');
      await page.waitForFunction(() => document.title.includes('Corner Bakery'));
      assert.equal(pathOf(page), '/console/accounts/2/live');
      assert.equal(await page.evaluate(() => document.activeElement?.localName), 'select');
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 10);
    }));

  it('says that there is nothing at a wrong path', () =>
    withPage('/nowhere', {}, async (page) => {
      assert.equal(await textOf(page, 'h1'), 'There is nothing here');
      await press(page, 'Go to the start');
      await page.waitForFunction(() => document.querySelector('h1')?.textContent !== 'There is nothing here');
    }));

  it('shows a session of one account that account alone', () =>
    withPage('', { sessionAccount: 2 }, async (page, { url }) => {
      await waitForText(page, 'h1', 'Overview');
      assert.equal(pathOf(page), '/console/accounts/2');
      assert.equal(await page.$('select'), null);
      for (const path of ['/accounts/1', '/live']) {
        await page.goto(`${url}/console${path}`);
        await waitForText(page, 'h1', 'There is nothing here');
        assert.ok(!(await textOf(page, 'body')).includes('Acme'));
      }
    }));

  it('says that the service does not answer, and when it does again', () =>
    withPage('/accounts/1/live', {}, async (page, { world, vanish, addCall }) => {
      await page.waitForSelector('tbody tr');
      vanish();
      await waitForText(page, '[role=status]', 'The service does not answer');
      world.mode = 'normal';
      await waitForText(page, '.shell-told', 'The service answers again');
      addCall(1, { domain: 'after-the-fault.example', status: 200, result: 'Risky' });
      await waitForText(page, 'tbody', 'after-the-fault.example');
    }));
});

describe('the console by keyboard', () => {
  it('reaches everything in its order, each time to be seen, and skips to the content', () =>
    withPage('/sessions', {}, async (page) => {
      await page.waitForSelector('tbody tr');
      const order: string[] = [];
      const next = async () => {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(() => {
          const element = document.activeElement!;
          const { outlineStyle } = getComputedStyle(element);
          const { width, height, top } = element.getBoundingClientRect();
          const words = element.localName === 'select' ? 'select' : element.textContent?.replace(/\s+/g, ' ').trim();
          return { words, isSeen: outlineStyle !== 'none' && width >= 24 && height >= 24 && top >= 0 };
        });
        assert.ok(found.isSeen, `${found.words} is seen while it has the focus`);
        order.push(found.words ?? '');
      };
      const wanted = [
        ...['Skip to the content', 'email-check', 'select', 'Overview', 'Live', 'Try', 'Lists', 'Keys', 'Webhooks'],
        ...['Accounts', 'All calls', 'Sessions', 'Sign out'],
        ...['End session: Firefox 142 on Linux', 'End session: Safari 26 on macOS'],
      ];
      for (let at = 0; at < wanted.length; at += 1) await next();
      assert.deepEqual(order, wanted);
      await page.focus('.shell-skip');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.localName === 'h1');
      await page.keyboard.press('Tab');
      assert.match(await focused(page), /End session/);
    }));

  it('opens the menu of narrow screens, and closes it on the way to a view', () =>
    withPage('/accounts/1', {}, async (page) => {
      await page.setViewport({ width: 320, height: 800 });
      const isShown = () => page.$eval('.shell-nav', (nav) => nav.checkVisibility());
      assert.equal(await isShown(), false);
      await page.focus('.shell-menu');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.shell-menu[aria-expanded=true]');
      assert.equal(await isShown(), true);
      await press(page, 'Sessions');
      await waitForText(page, 'h1', 'Sessions');
      assert.equal(await isShown(), false);
    }));
});
