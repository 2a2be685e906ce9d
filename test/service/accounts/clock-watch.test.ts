import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Accounts, Admission, ClockWatch } from '../../../src/service/accounts/index.js';
import { nextClockState, type ClockState } from '../../../src/service/accounts/clock-watch.js';
import { openSqliteStore, type Store } from '../../../src/service/store/index.js';
import { validateCall } from '../../../src/wire/index.js';
import { startService } from '../app/fixture.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 0, 2, 12);

describe('a look at the clock', () => {
  const doubted = (waited: number, last: number): ClockState => ({ seen: start, doubted: { waited, last } });
  const ahead = start + 40 * DAY;
  const rows: readonly (readonly [what: string, before: ClockState | undefined, now: number, after: ClockState])[] = [
    ['the first', undefined, start, { seen: start }],
    ['an hour later', { seen: start }, start + HOUR, { seen: start + HOUR }],
    ['a day later', { seen: start }, start + DAY, { seen: start + DAY }],
    ['an hour back', { seen: start }, start - HOUR, { seen: start }],
    ['days back', { seen: start }, start - 40 * DAY, { seen: start }],
    ['more than a day ahead', { seen: start }, start + DAY + 1, doubted(0, start + DAY + 1)],
    ['an hour on in doubt', doubted(0, ahead), ahead + HOUR, doubted(HOUR, ahead + HOUR)],
    ['a moment back in doubt', doubted(HOUR, ahead + 5), ahead + 2, doubted(HOUR, ahead + 2)],
    ['a jump in doubt', doubted(DAY, ahead), ahead + 90 * DAY, doubted(2 * DAY, ahead + 90 * DAY)],
    ['right again', doubted(DAY, ahead), start + HOUR, { seen: start + HOUR }],
    ['seven days in doubt', doubted(7 * DAY - HOUR, ahead), ahead + HOUR, { seen: ahead + HOUR }],
    ['less than seven', doubted(7 * DAY - HOUR, ahead), ahead + HOUR - 1, doubted(7 * DAY - 1, ahead + HOUR - 1)],
  ];
  for (const [what, before, now, after] of rows) it(what, () => assert.deepEqual(nextClockState(before, now), after));
});

describe('a clock', () => {
  let store: Store;
  let now: number;
  let warnings: string[];
  beforeEach(() => {
    store = openSqliteStore({ file: ':memory:', purpose: 'service' });
    now = start;
    warnings = [];
  });
  afterEach(() => store.close());
  /** As a process that starts has it. */
  const started = () =>
    new ClockWatch({ store: store.maintenance, now: () => now, onWarning: (words) => warnings.push(words) });

  it('is compared with the latest time in a database of an earlier release', async () => {
    await store.accounts.createAccount({ name: 'Shop', balance: 0, createdAt: start });
    now += 40 * DAY;
    assert.equal(await started().check(), false);
  });

  it('is believed after seven days, though the machine is off at weekends', async () => {
    await started().check();
    const believed: number[] = [];
    for (let day = 3; day < 24; day++) {
      now = start + day * DAY;
      if (day % 7 < 5 && (await started().check())) believed.push(day);
    }
    assert.equal(believed[0], 14);
  });

  it('is reported once, with a remedy, and trusted when the operator accepts it', async () => {
    const watch = started();
    assert.equal(await watch.check(), true);
    now += 40 * DAY;
    assert.deepEqual([await watch.check(), await watch.check()], [false, false]);
    assert.deepEqual(warnings, [
      'The clock says 2026-02-11T12:00:00Z, and the latest that this database has seen is 2026-01-02T12:00:00Z. Nothing is deleted for its age before 2026-02-18T12:00:00Z. Set the clock right; if it is right, start the service with --accept-clock.',
    ]);
    await started().accept();
    assert.equal(await watch.check(), true);
    now -= 40 * DAY;
    assert.equal(await started().check(), true);
    assert.match(
      warnings[1] ?? '',
      /^The clock says 2026-01-02T12:00:00Z, and this database has seen 2026-02-11T12:00:00Z\./,
    );
    await started().accept();
    assert.equal(started().dayNow(), now);
  });

  it('never begins a day of a public key twice, whatever the clock does between two starts', async () => {
    const accounts = new Accounts(store, 'a secret of the test', () => now);
    const { id: account } = await accounts.createAccount({ name: 'Shop', credits: 1_000 });
    const origin = 'https://shop.example';
    const { key } = await accounts.createKey({ account, kind: 'public', origins: [origin], dailyLimit: 2 });
    /** Answered calls until one is refused. */
    const answered = async () => {
      const watch = started();
      await watch.check();
      const admission = new Admission(store, 'a secret of the test', () => now, { watch });
      for (let count = 0; ; count++) {
        const ruling = await admission.admit({ call: validateCall, key, origin, address: '192.0.2.7' });
        if (!ruling.isAdmitted) return count;
        await admission.settle(ruling, { result: 'Unknown' });
      }
    };
    const counts: number[] = [];
    for (const days of [0, 1, 0, 40, 0, 1, 2, 3, 2]) {
      now = start + days * DAY;
      counts.push(await answered());
    }
    assert.deepEqual(counts, [2, 2, 0, 2, 0, 0, 2, 2, 0]);
  });
});

describe('a service with a clock far ahead', () => {
  it('deletes no list and no contact before it is sure of the time', async () => {
    let now = start;
    const first = await startService({ now: () => now });
    const { database } = first;
    await first.service.contacts.keep([{ address: 'jane@shop.com', fields: { fullname: 'Jane' } }]);
    const list = await first.service.lists.add(
      { accountId: first.account, keyId: 1, name: 'May', url: 'https://shop.com/may.csv' },
      { mayAdd: true },
    );
    assert.ok(list);
    await first.service.lists.cancel(first.account, list.id);
    await first.service.close();
    const kept = async (acceptsClock = false) => {
      const warnings: string[] = [];
      const fixture = await startService({
        ...{ database, now: () => now, retain: 30, retainLists: 30, acceptsClock },
        onWarning: (words) => warnings.push(words),
      });
      await fixture.service.close();
      const store = openSqliteStore({ file: database, purpose: 'administration' });
      const found = [await store.profiles.countContacts(), (await store.lists.listLists(9)).length, warnings.length];
      await store.close();
      return found;
    };
    now += 40 * DAY;
    assert.deepEqual(await kept(), [1, 1, 1]);
    now -= 39 * DAY;
    assert.deepEqual(await kept(), [1, 1, 0]);
    now += 39 * DAY;
    assert.deepEqual(await kept(true), [0, 0, 0]);
    await first.end();
  });
});
