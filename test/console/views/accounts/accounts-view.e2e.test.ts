import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { createFixtureWorld } from '../../fixture-world.js';
import { openViewPage, type ViewPage } from '../view-page.js';

let opened: ViewPage;
let page: ViewPage['page'];

before(async () => {
  opened = await openViewPage();
  ({ page } = opened);
});
after(() => opened.close());

beforeEach(async () => {
  Object.assign(opened.fixture.world, createFixtureWorld());
  opened.fixture.orders.length = 0;
  await opened.open('/accounts', '.accounts-table');
});

const account = (id: number) => opened.fixture.world.accounts.get(id)!.info;

describe('accounts', () => {
  it('are opened, which leads to the new one', async () => {
    await opened.ask('Open an account');
    await page.type('dialog [name=name]', 'Florist');
    await opened.press('Open account', 'dialog');
    await page.waitForFunction(() => location.pathname === '/console/accounts/4');
    assert.deepEqual([account(4).name, account(4).balance], ['Florist', 1000]);
  });

  it('are renamed', async () => {
    await opened.ask('Rename Corner Bakery');
    await page.click('dialog [name=name]', { count: 3 });
    await page.keyboard.type('Bakery');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    await opened.says('.accounts-table', 'Bakery');
    assert.equal(account(2).name, 'Bakery');
  });

  it('are closed only after their name was typed', async () => {
    await opened.ask('Close Corner Bakery');
    await page.type('dialog input', 'Corner');
    await page.keyboard.press('Enter');
    assert.equal(await page.$eval('dialog .button-danger', (button) => button.getAttribute('aria-disabled')), 'true');
    assert.equal(account(2).closedAt, undefined);
    await page.keyboard.type(' Bakery');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    await opened.says('.folded', 'Corner Bakery');
    assert.ok(account(2).closedAt);
    await opened.hasFocus('accounts-listed');
  });

  it('are given credits, and some are taken', async () => {
    const before = account(2).balance;
    await opened.ask('Credits Corner Bakery');
    await page.type('dialog [name=credits]', '500');
    await page.type('dialog [name=reason]', 'order 1042');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    await opened.says('.shell-told', 'Corner Bakery has 810 credits now.');
    await opened.ask('Credits Corner Bakery');
    await page.click('dialog [value=take]');
    await page.type('dialog [name=credits]', '900');
    await page.type('dialog [name=reason]', 'mistake');
    await page.keyboard.press('Enter');
    await opened.says('#field-credits-error', 'The account has only 810 credits');
    await page.click('dialog [name=credits]', { count: 3 });
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    assert.equal(account(2).balance, before + 490);
  });

  it('get credits once, also if the answer was lost and the order is sent again', async () => {
    const before = account(2).balance;
    await opened.ask('Credits Corner Bakery');
    await page.type('dialog [name=credits]', '500');
    await page.type('dialog [name=reason]', 'order 1042');
    // The change is made, and its answer is lost.
    await page.setRequestInterception(true);
    const lose = async (request: HTTPRequest): Promise<void> => {
      if (!request.url().endsWith('/credits')) return request.continue();
      const { url } = opened.fixture;
      await fetch(request.url(), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: url },
        body: request.postData()!,
      });
      await request.abort('connectionreset');
    };
    const listener = (request: HTTPRequest) => void lose(request);
    page.on('request', listener);
    await page.keyboard.press('Enter');
    await opened.says('dialog .notice-warn', 'The answer was lost.');
    assert.equal(await page.$eval('dialog [name=credits]', (field) => field.matches(':disabled')), true);
    assert.equal(account(2).balance, before + 500);
    await opened.looksRight();
    page.off('request', listener);
    await page.setRequestInterception(false);
    await opened.press('Try again', 'dialog');
    await opened.isClosed();
    assert.equal(account(2).balance, before + 500);
    assert.equal(opened.fixture.orders.length, 2);
    assert.equal(new Set(opened.fixture.orders).size, 1);
    await opened.ask('Credits Corner Bakery');
    await page.type('dialog [name=credits]', '1');
    await page.type('dialog [name=reason]', 'another');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    assert.equal(new Set(opened.fixture.orders).size, 2);
  });

  it('are marked when their credits run low, and say so no more without a notice', async () => {
    await opened.says('.accounts-table', 'Low');
    await opened.ask('Notice Corner Bakery');
    await page.click('dialog [name=lowCredits]', { count: 3 });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    assert.equal(account(2).lowCredits, undefined);
    await page.waitForFunction(() => !document.querySelector('.accounts-table .badge-warn'));
  });

  it('have their usage as a file', async () => {
    const href = await page.$eval('.accounts-table a[download]', ({ href: url }) => url);
    assert.match(await (await fetch(href)).text(), /^2026-11-01,\d+,\d+\n/);
  });

  it('are found by name if there are many, of which a hundred are shown', async () => {
    const { accounts } = opened.fixture.world;
    const template = accounts.get(3)!;
    for (let id = 4; id <= 150; id += 1)
      accounts.set(id, { ...template, info: { ...template.info, id, name: `Customer ${id}` } });
    await opened.open('/accounts', '.accounts-filter');
    assert.equal((await page.$$('.accounts-table tbody tr')).length, 100);
    await opened.says('.accounts-more', 'The first 100 of 150');
    await page.type('.accounts-filter', 'customer 149');
    await page.waitForFunction(() => document.querySelectorAll('.accounts-table tbody tr').length === 1);
    await page.type('.accounts-filter', 'x');
    await opened.says('.empty', 'No account has this name or number.');
  });

  it('look right, with one closed, with none, and in each dialog', async () => {
    account(3).closedAt = 1;
    await opened.open('/accounts', '.folded');
    await page.click('.folded summary');
    await opened.looksRight();
    for (const words of [
      'Open an account',
      ...['Credits', 'Notice', 'Rename', 'Close'].map((each) => `${each} Acme Shop`),
    ]) {
      await opened.ask(words);
      await opened.looksRight();
      await opened.press('Cancel', 'dialog');
      await opened.isClosed();
    }
    opened.fixture.world.accounts.clear();
    await opened.open('/accounts', 'console-accounts .empty');
    await opened.looksRight();
  });

  it('show no name as markup', async () => {
    account(1).name = `"><img src=x onerror=alert(1)>\u202e{{7}}${'W'.repeat(150)}`;
    await opened.open('/accounts', '.accounts-table');
    await opened.ask('Close');
    await opened.looksRight();
    assert.equal(await page.$$eval('img', (found) => found.length), 0);
  });
});
