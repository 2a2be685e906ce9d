import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startRetention } from '../../src/service/retention.js';
import { startService } from './app/fixture.js';

const DAY = 86_400_000;

describe('retention', () => {
  it('sweeps at the start and each hour, never concurrently, until it is stopped', async () => {
    const sweeps: (() => void)[] = [];
    let tick = () => {};
    let stopped = 0;
    const end = startRetention({
      sweep: () => new Promise((resolve) => sweeps.push(() => resolve(0))),
      every: (milliseconds, work) => {
        assert.equal(milliseconds, 3_600_000);
        tick = work;
        return () => (stopped += 1);
      },
    });
    assert.equal(sweeps.length, 1);
    tick();
    assert.equal(sweeps.length, 1, 'the first is under way');
    sweeps[0]?.();
    await new Promise(setImmediate);
    tick();
    assert.equal(sweeps.length, 2);
    let isEnded = false;
    const ended = end().then(() => (isEnded = true));
    await new Promise(setImmediate);
    assert.deepEqual([stopped, isEnded], [1, false], 'a sweep under way is waited for');
    sweeps[1]?.();
    await ended;
  });

  it('reports a sweep that fails, and sweeps again', async () => {
    const faults: unknown[] = [];
    let tick = () => {};
    let count = 0;
    const end = startRetention({
      sweep: () => Promise.reject(new Error(`sweep ${++count}`)),
      onFault: (fault) => faults.push(fault),
      every: (_, work) => ((tick = work), () => undefined),
    });
    await new Promise(setImmediate);
    tick();
    await end();
    assert.deepEqual(faults.map(String), ['Error: sweep 1', 'Error: sweep 2']);
  });

  it('does not keep the process alive, and does not sweep after it is stopped', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let sweeps = 0;
    const end = startRetention({ sweep: () => Promise.resolve((sweeps += 1)) });
    await new Promise(setImmediate);
    t.mock.timers.tick(3_600_000);
    await new Promise(setImmediate);
    assert.equal(sweeps, 2);
    await end();
    t.mock.timers.tick(3_600_000);
    assert.equal(sweeps, 2);
  });

  it('deletes contacts that are older than so many days when a service starts', async () => {
    let now = Date.UTC(2026, 0, 1);
    const first = await startService({ now: () => now });
    const contact = (name: string) => ({ address: `${name}@shop.com`, fields: { fullname: name } });
    await first.service.contacts.keep([contact('old')]);
    now += 30 * DAY;
    await first.service.contacts.keep([contact('new')]);
    assert.equal(await first.service.contacts.forgetOlderThan(30), 0, 'to the day');
    now += 1;
    const second = await startService({ now: () => now, retain: 30 });
    await second.end();
    assert.equal(await first.service.contacts.forgetOlderThan(30), 1);
    assert.equal(await first.service.contacts.count(), 1);
    await first.end();
  });
});

describe('contacts', () => {
  it('are stored without their addresses, found and deleted in any case, and replaced', async () => {
    const fixture = await startService();
    const { contacts } = fixture.service;
    await contacts.keep([
      { address: 'Jane.Doe@Shop.com', fields: { fullname: 'First' } },
      { address: 'jane.doe@shop.COM', fields: { fullname: 'Last' } },
      { address: 'jane@BÜCHER.example', fields: { fullname: 'Other' } },
    ]);
    assert.equal(await contacts.count(), 2);
    const response = await fixture.get('/v1/reverse/', { api: fixture.keys.private, email: 'JANE.DOE@shop.com' });
    assert.equal(((await response.json()) as { data: { fullname: string } }).data.fullname, 'Last');
    assert.deepEqual(await contacts.forget(' JANE@xn--bcher-kva.example '), { contacts: 1 });
    assert.deepEqual(await contacts.forget('jane@bücher.example'), { contacts: 0 });
    await assert.rejects(contacts.forget('jane'), { code: 'bad-address' });
    assert.equal(await contacts.count(), 1);
    await fixture.end();
  });
});
