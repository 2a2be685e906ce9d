import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createFixtureWorld } from '../../fixture-world.js';
import { openViewPage, type ViewPage } from '../view-page.js';

let opened: ViewPage;
let page: ViewPage['page'];

before(async () => {
  opened = await openViewPage();
  ({ page } = opened);
});
after(() => opened.close());

beforeEach(() => {
  Object.assign(opened.fixture.world, createFixtureWorld());
});

const EMPTY = '/accounts/3/webhooks';
const BUSY = '/accounts/1/webhooks';

describe('webhooks of an account', () => {
  it('are set with a URL, whose secret is shown once', async () => {
    await opened.open(EMPTY, 'console-webhooks .empty');
    await opened.ask('Set a URL');
    await page.type('dialog [name=url]', 'http://www.example.com/hook');
    await page.keyboard.press('Enter');
    await opened.says('#field-url-error', 'is not an https URL');
    await page.click('dialog [name=url]', { count: 3 });
    await page.keyboard.type('https://www.example.com/hook');
    await page.keyboard.press('Enter');
    await opened.says('.shown-once code', 'whsec_');
    await opened.hasFocus('shown-once-title');
    await opened.looksRight();
    await opened.press('I have copied it');
    await opened.hasFocus('webhooks-address');
    assert.equal((await page.content()).includes('whsec_'), false);
  });

  it('get a new secret, and say until when the former one signs too', async () => {
    await opened.open(BUSY, '.webhooks-table');
    await opened.ask('Rotate secret');
    await opened.press('Make new secret', 'dialog');
    await opened.says('.shown-once code', 'whsec_');
    await opened.says('.notice-warn', 'the former secret too until 1 Dec 2026');
  });

  it('are removed', async () => {
    await opened.open(BUSY, '.webhooks-table');
    await opened.ask('Remove');
    await opened.press('Remove URL', 'dialog');
    await opened.isClosed();
    await opened.says('main', 'Set a URL');
    assert.deepEqual(opened.fixture.world.accounts.get(1)!.webhook, { hasSecret: false });
  });

  it('send a delivery again', async () => {
    await opened.open(BUSY, '.webhooks-table');
    await opened.says('.webhooks-table', 'Given up');
    await opened.press('Send again list.completed 000003');
    await page.waitForFunction(() => !document.querySelector('.webhooks-table')?.textContent?.includes('Given up'));
    assert.equal(opened.fixture.world.accounts.get(1)!.deliveries[2]!.state, 'waiting');
  });

  it('send a test event', async () => {
    await opened.open(BUSY, '.webhooks-table');
    await opened.press('Send a test event');
    await opened.says('.shell-told', 'A test event is on its way');
    await opened.says('.webhooks-table tbody tr:first-child', 'Waiting');
    assert.equal(opened.fixture.world.accounts.get(1)!.deliveries[0]!.type, 'test');
  });

  it('tell of low credits from the number that is set', async () => {
    await opened.open(EMPTY, 'console-webhooks .empty');
    await opened.ask('Change');
    await page.type('dialog [name=lowCredits]', '250');
    await page.keyboard.press('Enter');
    await opened.isClosed();
    await opened.says('main', 'fewer than 250 credits');
  });

  it('look right in each state and dialog', async () => {
    await opened.open(EMPTY, 'console-webhooks .empty');
    await opened.looksRight();
    await opened.open(BUSY, '.webhooks-table');
    await opened.looksRight();
    for (const words of ['Change', 'Rotate secret', 'Remove', 'Change Notice']) {
      await opened.ask(words);
      await opened.looksRight();
      await opened.press('Cancel', 'dialog');
      await opened.isClosed();
    }
  });

  it('show no URL or answer as markup', async () => {
    const hostile = `https://x.example/"><img src=x onerror=alert(1)>\u202e${'W'.repeat(150)}`;
    const account = opened.fixture.world.accounts.get(1)!;
    account.webhook = { url: hostile, hasSecret: true };
    account.deliveries = account.deliveries.map((each) => ({
      ...each,
      url: hostile,
      lastAnswer: hostile,
      type: hostile,
    }));
    await opened.open(BUSY, '.webhooks-table');
    await opened.looksRight();
    assert.equal(await page.$$eval('img', (found) => found.length), 0);
  });
});
