import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../demo/browser.js';
import { press, textOf, waitForText } from './console-page.js';
import { createFixtureWorld, feedEntry } from './fixture-world.js';
import { withPageOf } from './with-page.js';

let browser: Browser;

before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

const withPage = withPageOf(() => browser);

describe('the live feed', () => {
  const rows = (page: Page): Promise<number> => page.$$eval('tbody tr', (each) => each.length);
  const firstDomain = (page: Page): Promise<string> => textOf(page, 'tbody tr:first-child .live-domain');

  it('shows a call as it comes, at the top, and at most 100', () =>
    withPage('/accounts/1/live', {}, async (page, { addCall }) => {
      await page.waitForSelector('tbody tr');
      addCall(1, { domain: 'new.example', status: 200, result: 'Safe to Send' });
      await waitForText(page, 'tbody', 'new.example');
      assert.equal(await firstDomain(page), 'new.example');
      for (let at = 0; at < 150; at += 1) addCall(1);
      addCall(1, { domain: 'last.example', status: 200 });
      await waitForText(page, 'tbody', 'last.example');
      assert.equal(await rows(page), 100);
      await waitForText(page, 'main', 'The newest 100 of');
    }));

  it('holds still while it is paused', () =>
    withPage('/accounts/1/live', {}, async (page, { addCall }) => {
      await page.waitForSelector('tbody tr');
      await press(page, 'Pause');
      addCall(1, { domain: 'held.example', status: 200 });
      await waitForText(page, '.live-state', 'Paused: 1 new call');
      assert.notEqual(await firstDomain(page), 'held.example');
      await press(page, 'Resume');
      await waitForText(page, 'tbody', 'held.example');
    }));

  it('approves an origin with one press, for all its calls', () =>
    withPage('/accounts/1/live', {}, async (page, { world }) => {
      await page.waitForSelector('.live-approve');
      await press(page, 'Approve http://localhost:5173');
      await waitForText(page, '.shell-told', 'http://localhost:5173 is approved for Sign-up form');
      assert.equal(await page.$('.live-approve'), null);
      const key = world.accounts.get(1)!.keys.find(({ id }) => id === 11)!;
      assert.ok(key.origins.includes('http://localhost:5173'));
    }));

  it('shows refused calls alone', () =>
    withPage('/accounts/1/live', {}, async (page) => {
      await page.waitForSelector('tbody tr');
      await page.click('.segments label:last-child');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('tbody .badge')].every((badge) => badge.textContent?.startsWith('Refused')),
      );
      assert.ok((await rows(page)) > 0);
    }));

  it('has the day of calls that are not of today', () => {
    const world = createFixtureWorld();
    world.feed = [feedEntry(5, Date.now() - 3 * 86_400_000, 1), feedEntry(6, Date.now(), 1)];
    return withPage('/accounts/1/live', world, async (page) => {
      await page.waitForSelector('tbody tr');
      const times = await page.$$eval('td.live-time', (cells) => cells.map((cell) => cell.textContent));
      assert.match(times[0]!, /^\d\d:\d\d:\d\d$/);
      assert.match(times[1]!, /^\d{1,2} \p{L}+, \d\d:\d\d$/u);
    });
  });

  it('does not read out each call', () =>
    withPage('/accounts/1/live', {}, async (page, { addCall }) => {
      await page.waitForSelector('tbody tr');
      assert.equal(await page.$eval('table', (table) => table.closest('[aria-live], [role=status], [role=log]')), null);
      addCall(1, { domain: 'new.example', status: 200 });
      await waitForText(page, 'tbody', 'new.example');
      assert.equal(await textOf(page, 'console-live [role=status]'), '');
    }));

  it('goes on with what a service that was started anew has', () =>
    withPage('/accounts/1/live', {}, async (page, { world, addCall }) => {
      await page.waitForSelector('tbody tr');
      world.feed = [];
      addCall(1, { domain: 'anew.example', status: 200 });
      await waitForText(page, 'tbody', 'anew.example');
    }));
});
