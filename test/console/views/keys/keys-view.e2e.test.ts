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

const EMPTY = '/accounts/3/keys';
const BUSY = '/accounts/1/keys';

const fill = async (name: string, value: string): Promise<void> => {
  await page.$eval(
    `dialog [name=${name}]`,
    (field, text) => {
      (field as HTMLInputElement).value = text;
    },
    value,
  );
};

describe('keys of an account', () => {
  it('are made from an empty account in two clicks, and a first verdict is seen in two more', async () => {
    await opened.open(EMPTY, 'console-keys .empty');
    await opened.ask('Make a public key');
    await opened.press('Make key', 'dialog');
    await page.waitForSelector('email-check:defined');
    await page.click('#live-email');
    await page.keyboard.type('jane@example.com');
    await page.waitForFunction(() => document.querySelector('email-check')?.state === 'safe');
  });

  it('are shown once, with the focus on their heading, and a snippet that contains them', async () => {
    await opened.open(`${EMPTY}/new`, 'dialog[open]');
    await opened.press('Make key', 'dialog');
    await page.waitForSelector('.shown-once');
    const [made] = opened.fixture.made.slice(-1);
    await opened.hasFocus('shown-once-title');
    await opened.says('.shown-once code', made!.key);
    await opened.says('.keys-code pre', `public-key="${made!.key}"`);
    await opened.press('I have copied it');
    await page.waitForFunction(() => !document.querySelector('.shown-once'));
    await page.reload();
    await page.waitForSelector('.keys-code pre');
    assert.equal((await page.content()).includes(made!.key), false);
  });

  it('have a dialog whose buttons are in sight on a low screen', async () => {
    await opened.open(`${EMPTY}/new`, 'dialog[open]');
    await page.setViewport({ width: 1280, height: 480 });
    const [bottom, height] = await page.$eval('.dialog-actions .button-primary', (button) => [
      button.getBoundingClientRect().bottom,
      innerHeight,
    ]);
    assert.ok(bottom! < height!, `${bottom} of ${height}`);
    const top = await page.$eval('.dialog-actions', (actions) => actions.getBoundingClientRect().top);
    for (const field of await page.$$('dialog input, dialog textarea')) {
      await field.focus();
      const box = await field.boundingBox();
      assert.ok(box!.y + Math.min(box!.height, 24) <= top, 'no field with the focus is behind them');
    }
  });

  it('have origins that fit their column', async () => {
    const { keys } = opened.fixture.world.accounts.get(1)!;
    const site = keys.findIndex(({ kind }) => kind === 'public');
    keys[site] = { ...keys[site]!, origins: ['http://localhost:25566', 'http://127.0.0.1:25566'] };
    await opened.open(BUSY, '.keys-table');
    for (const width of [720, 900, 1024, 1120, 1280]) {
      await page.setViewport({ width, height: 900 });
      const found = await page.$$eval('.keys-table li code', (all) =>
        all
          .filter((code) => code.textContent.length < 24 && code.getClientRects().length > 1)
          .map((code) => code.textContent),
      );
      assert.deepEqual(found, [], `at ${width}`);
      const [table, card] = await page.$eval('.keys-table', (each) => [
        each.scrollWidth,
        each.parentElement!.clientWidth,
      ]);
      assert.ok(table! <= card!, `${table} of ${card} at ${width}`);
    }
  });

  it('have what was chosen', async () => {
    await opened.open(`${EMPTY}/new`, 'dialog[open]');
    await fill('origins', 'https://a.example\n  https://*.b.example, https://a.example');
    await fill('dailyLimit', '7');
    await fill('dailyBudget', '');
    await fill('label', 'Sign-up');
    await page.click('dialog [value=domain]');
    await opened.press('Make key', 'dialog');
    await page.waitForSelector('.shown-once');
    const { label, origins, dailyLimit, dailyBudget, answers } = opened.fixture.world.accounts.get(3)!.keys[0]!;
    assert.deepEqual(
      { label, origins, dailyLimit, dailyBudget, answers },
      {
        ...{ label: 'Sign-up', origins: ['https://a.example', 'https://*.b.example'] },
        ...{ dailyLimit: 7, dailyBudget: 'off', answers: 'domain' },
      },
    );
    await opened.says('.keys-live', 'is not among its origins');
    await opened.press('Allow this page');
    await opened.says('.keys-live', 'asks the service with your key');
    assert.ok(opened.fixture.world.accounts.get(3)!.keys[0]!.origins.includes(opened.fixture.url));
  });

  it('are refused beside the field that is wrong, which gets the focus and keeps its text', async () => {
    await opened.open(`${EMPTY}/new`, 'dialog[open]');
    await fill('origins', 'www.example.com');
    await opened.press('Make key', 'dialog');
    await opened.says('#field-origins-error', '"www.example.com" is not an origin');
    await opened.hasFocus('field-origins');
    assert.equal(
      await page.$eval('#field-origins', (field) => (field as HTMLTextAreaElement).value),
      'www.example.com',
    );
    await opened.looksRight();
    await fill('origins', 'https://www.example.com');
    await opened.press('Make key', 'dialog');
    await page.waitForSelector('.shown-once');
  });

  it('say in the dialog that the service failed', async () => {
    await opened.open(`${EMPTY}/new`, 'dialog[open]');
    opened.fixture.world.mode = 'failing';
    await opened.press('Make key', 'dialog');
    await opened.says('dialog .notice-error', 'The service has a fault.');
  });

  it('are edited, rotated and revoked', async () => {
    await opened.open(BUSY, '.keys-table');
    const { accounts } = opened.fixture.world;
    await opened.ask('Edit Sign-up form');
    await fill('label', 'Front page');
    await opened.press('Save', 'dialog');
    await opened.says('.keys-table', 'Front page');

    await opened.ask('Rotate Front page');
    await page.click('dialog [value=revoked]');
    await opened.press('Make new key', 'dialog');
    await page.waitForSelector('.shown-once');
    assert.ok(accounts.get(1)!.keys.find(({ id }) => id === 11)!.revokedAt);

    await opened.ask('Revoke Newsletter');
    await opened.press('Revoke key', 'dialog');
    await page.waitForFunction(() => !document.querySelector('.keys-table')?.textContent?.includes('Newsletter'));
    assert.ok(accounts.get(1)!.keys.find(({ id }) => id === 12)!.revokedAt);
  });

  it('keep a dialog that opens at the moment at which another one closes', async () => {
    await opened.open(EMPTY, 'console-keys .empty');
    await opened.press('Make a public key');
    await opened.hasFocus('field-origins');
    const button = await opened.button('Make a public key');
    await button.evaluate(async (make) => {
      const dialog = document.querySelector('dialog')!;
      const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
      dialog.close();
      (make as HTMLButtonElement).click();
      await closed;
    });
    await opened.hasFocus('field-origins');
    assert.equal(await page.$$eval('dialog[open]', ({ length }) => length), 1);
  });

  it('are worked with by keyboard alone', async () => {
    await opened.open(EMPTY, 'console-keys .empty');
    await (await opened.button('Make a public key')).focus();
    await page.keyboard.press('Enter');
    await opened.hasFocus('field-origins');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Make a public key'));
    await page.keyboard.press('Enter');
    await opened.hasFocus('field-origins');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.$eval('dialog [value=domain]', (radio) => (radio as HTMLInputElement).checked), true);
    await page.keyboard.press('Enter');
    await opened.hasFocus('shown-once-title');
    assert.equal(opened.fixture.world.accounts.get(3)!.keys[0]!.answers, 'domain');
    await page.focus('[name=framework][value=html]');
    await page.keyboard.press('ArrowRight');
    await opened.says('.keys-code pre', 'email-check-element/react');
    await page.keyboard.press('ArrowRight');
    await opened.says('.keys-code pre', '<template>');
  });

  it('look right when there are none, some, and one that was just made, and in each dialog', async () => {
    await opened.open(EMPTY, 'console-keys .empty');
    await opened.looksRight();
    await opened.ask('Make a private key');
    await opened.looksRight();
    await opened.press('Make key', 'dialog');
    await page.waitForSelector('.shown-once');
    await opened.looksRight();
    await opened.open(BUSY, 'email-check:defined');
    await page.click('.folded summary');
    await opened.looksRight();
    for (const action of ['Edit', 'Rotate', 'Revoke']) {
      await opened.ask(`${action} Sign-up form`);
      await opened.looksRight();
      await opened.press('Cancel', 'dialog');
      await opened.isClosed();
    }
  });

  it('look right while they are loaded, and when that fails', async () => {
    opened.fixture.world.mode = 'slow';
    await opened.open(BUSY, 'console-keys [role=status]');
    await opened.looksRight();
    opened.fixture.world.mode = 'normal';
    await opened.open('/accounts/1/webhooks', '.webhooks-table');
    opened.fixture.world.mode = 'failing';
    await page.click('nav a[href$="/keys"]');
    await page.waitForSelector('console-keys [role=alert]');
    await opened.looksRight();
    opened.fixture.world.mode = 'normal';
    await opened.press('Try again');
    await page.waitForSelector('.keys-table');
  });

  it('change the element beside the snippet with its attributes', async () => {
    await opened.open(BUSY, 'email-check:defined');
    await page.select('[name=disposable]', 'block');
    await page.select('[name=typo]', 'allow');
    await page.click('[name=no-override]');
    await opened.says('.keys-code pre', 'block="syntax typo disposable" no-suggestion no-override');
    const attributes = () =>
      page.$eval('email-check', (element) =>
        ['block', 'warn', 'no-suggestion', 'no-override', 'no-success'].map((name) => element.getAttribute(name)),
      );
    assert.deepEqual(await attributes(), ['syntax typo disposable', null, '', '', null]);
    await page.select('[name=disposable]', 'warn');
    await opened.says('.keys-code pre', 'public-key="public_…1v7p" no-suggestion');
    assert.deepEqual(await attributes(), [null, null, '', '', null]);
  });

  it('show no text of others as markup', async () => {
    const hostile = `"><img src=x onerror=alert(1)>{{7*7}}\u202e</pre><script>alert(2)</script>`;
    const account = opened.fixture.world.accounts.get(1)!;
    account.keys = account.keys.map((key) => ({ ...key, label: hostile, hint: '"><b>', origins: [hostile, hostile] }));
    account.info.name = hostile;
    await opened.open(BUSY, 'email-check:defined');
    await opened.ask('Edit');
    assert.equal(await page.$eval('#field-label', (field) => (field as HTMLInputElement).value.length > 10), true);
    assert.equal(await page.$$eval('img, main script, main b', (found) => found.length), 0);
    await opened.looksRight();
  });
});
