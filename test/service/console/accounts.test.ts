import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startConsole, type ConsoleFixture, type Page } from './fixture.js';

describe('accounts and keys in the console', () => {
  let fixture: ConsoleFixture;
  let operator: Page;

  before(async () => {
    fixture = await startConsole();
    operator = await fixture.signIn();
  });
  after(() => fixture.end());

  const open = async (credits = 100) => (await operator.ask('addAccount', { body: { name: 'New', credits } })).id;

  it('opens, renames and closes an account', async () => {
    const account = await open();
    equal((await operator.ask('renameAccount', { parts: { account }, body: { name: 'Renamed' } })).name, 'Renamed');
    const owner = await fixture.signIn(account);
    const { key } = await owner.ask('addKey', { parts: { account }, body: { kind: 'private' } });
    ok((await operator.ask('closeAccount', { parts: { account } })).closedAt);
    equal((await owner.refused('session')).code, 'session');
    equal((await fixture.get('/v1/balance/', { api: key })).status, 401);
    const { accounts } = await operator.ask('session');
    equal(accounts.at(-1)?.id, account);
    equal(accounts.at(-1)?.isClosed, true);
  });

  it('gives and takes credits once for each id', async () => {
    const account = await open(10);
    const change = (id: string, credits: number) =>
      operator.call('changeCredits', { parts: { account }, body: { id, credits, reason: 'Test' } });
    equal((await change('change-0001', 5)).status, 200);
    equal((await change('change-0001', 5)).status, 200);
    equal((await operator.ask('account', { parts: { account } })).balance, 15);
    equal((await change('change-0001', 6)).status, 409, 'another sum under a known id');
    equal((await change('change-0002', -15)).status, 200);
    equal((await change('change-0003', -1)).status, 409);
    equal((await operator.ask('account', { parts: { account } })).balance, 0);
    for (const credits of [0, 1.5, 2 ** 53, NaN])
      equal((await change('change-0004', credits)).status, 400, String(credits));
    equal((await change('short', 1)).status, 400);
    const changes = (await operator.ask('audit')).filter((entry) => entry.account === account);
    const told = changes.filter(({ action }) => action === 'changeCredits').map(({ detail }) => detail);
    deepEqual(told.reverse(), [
      '+5 credits, now 15: Test',
      '+5 credits: made before, nothing changed',
      '-15 credits, now 0: Test',
    ]);
  });

  const faulty = [
    ['addKey', { kind: 'public', origins: ['x'] }, 'origins'],
    ['addKey', { kind: 'public', origins: [] }, 'origins'],
    ['addKey', { kind: 'public', origins: ['https://a.example'], dailyLimit: 0 }, 'dailyLimit'],
    ['addKey', { kind: 'private', label: 'two\nlines' }, 'label'],
    ['renameAccount', { name: 'two\nlines' }, 'name'],
    ['changeCredits', { id: 'change-0009', credits: -1_000, reason: 'Test' }, 'credits'],
    ['changeCredits', { id: 'change-0009', credits: 1, reason: 'two\nlines' }, 'reason'],
    ['addKey', { kind: 'private', label: 'x'.repeat(500) }, 'label'],
    ['addAccount', { name: 'x'.repeat(500) }, 'name'],
    ['setWebhook', { url: 'http://shop.example/' }, 'url'],
    ['setWebhook', { url: `https://shop.example/${'x'.repeat(5_000)}` }, 'url'],
    ['setLowCredits', { lowCredits: 0 }, 'lowCredits'],
    ['changeCredits', { id: 'change-0009', credits: 1, reason: 'Test', more: 1 }, undefined],
  ] as const;
  for (const [name, body, field] of faulty)
    it(`names the field at fault: ${name} ${JSON.stringify(body)}`, async () => {
      const account = await open(10);
      equal((await operator.refused(name, { parts: { account }, body })).field, field);
    });

  it('sends one test event at a time to the address of an account', async () => {
    const account = await open();
    const owner = await fixture.signIn(account);
    const send = { parts: { account } };
    ok((await owner.refused('testWebhook', send)).error.includes('set one first'));
    await owner.ask('setWebhook', { ...send, body: { url: 'https://test-shop.com/hook' } });
    const sent = await owner.ask('testWebhook', send);
    equal(sent.type, 'test');
    deepEqual(
      (await owner.ask('deliveries', send)).map(({ id }) => id),
      [sent.id],
    );
    const again = await owner.refused('testWebhook', send);
    equal(again.status, 409);
    ok(again.error.includes('waits already'), again.error);
  });

  it('keeps from when on the owner is told of few credits', async () => {
    const account = await open();
    const owner = await fixture.signIn(account);
    const set = (lowCredits: unknown) => owner.call('setLowCredits', { parts: { account }, body: { lowCredits } });
    equal((await set(50)).status, 200);
    equal((await owner.ask('overview', { parts: { account } })).lowCredits, 50);
    equal((await set(null)).status, 200);
    equal((await owner.ask('overview', { parts: { account } })).lowCredits, undefined);
    equal((await set(-1)).status, 400);
  });

  it('makes keys that are shown once, changes and revokes them', async () => {
    const account = await open();
    const owner = await fixture.signIn(account);
    const parts = { account };
    const made = await owner.ask('addKey', {
      parts,
      body: { kind: 'public', label: 'Shop', origins: ['https://shop.example'], dailyLimit: 5, answers: 'domain' },
    });
    match(made.key, /^public_\w{22}$/);
    const [listed] = await owner.ask('keys', { parts });
    deepEqual(listed, {
      ...{ id: made.id, kind: 'public', label: 'Shop', hint: made.key.slice(-4), origins: ['https://shop.example'] },
      ...{ dailyLimit: 5, dailyBudget: 10_000, answers: 'domain', createdAt: made.createdAt },
    });
    const changed = await owner.ask('changeKey', {
      parts: { account, key: made.id },
      body: { label: 'Shop 2', answers: 'full', dailyBudget: 'off' },
    });
    deepEqual(
      [changed.label, changed.answers, changed.dailyBudget, changed.dailyLimit, changed.origins],
      ['Shop 2', 'full', 'off', 5, ['https://shop.example']],
    );
    const rotated = await owner.ask('rotateKey', { parts: { account, key: made.id }, body: { revokesOld: true } });
    equal(rotated.label, 'Shop 2');
    equal((await owner.refused('revokeKey', { parts: { account, key: made.id } })).status, 404);
    await owner.ask('revokeKey', { parts: { account, key: rotated.id } });
    equal((await owner.ask('overview', { parts })).keys, 0);
    equal((await owner.refused('addKey', { parts, body: { kind: 'public' } })).status, 400);
    equal((await owner.refused('addKey', { parts, body: { kind: 'public', origins: ['x'] } })).status, 400);
    equal((await owner.refused('addKey', { parts, body: { kind: 'other' } })).status, 400);
  });

  it('gives hostile names and labels back as text', async () => {
    const account = await open();
    const owner = await fixture.signIn(account);
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '${7*7}',
      '\u202eevil',
      "' OR 1=1 --",
      '{{constructor}}',
      '🙂'.repeat(20),
    ];
    for (const label of hostile) {
      const made = await owner.call('addKey', { parts: { account }, body: { kind: 'private', label } });
      const text = await made.text();
      match(made.headers.get('Content-Type') ?? '', /^application\/json/);
      ok(made.status === 200 || made.status === 400, text);
      if (made.status === 200)
        ok([label, label.replace('\u202e', '')].includes((JSON.parse(text) as { label: string }).label));
    }
  });

  it('has the usage of a year as CSV', async () => {
    const owner = await fixture.signIn(fixture.account);
    const parts = { account: fixture.account };
    equal((await owner.refused('usageFile', { parts })).status, 404);
    await fixture.get('/v1/', { api: fixture.keys.private, email: 'deliverable@shop.example' });
    const file = await owner.call('usageFile', { parts });
    match(file.headers.get('Content-Type') ?? '', /^text\/csv/);
    match(await file.text(), /^day,calls,credits.*\r\n\d{4}-\d\d-\d\d,1,1/);
  });

  it('tells audits of changes without keys and addresses', async () => {
    const text = JSON.stringify(await operator.ask('audit'));
    for (const action of ['addAccount', 'renameAccount', 'closeAccount', 'changeCredits', 'addKey', 'rotateKey'])
      ok(text.includes(`"${action}"`), action);
    ok(!/public_\w{22}/.test(text) && !text.includes(fixture.keys.private));
  });

  it('says that the machine was not checked', async () => {
    equal((await operator.ask('machine')).level, 'unknown');
  });
});
