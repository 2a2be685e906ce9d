import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openManners } from '../../../src/service/compose/manners.js';
import { openStore } from '../../../src/service/store/index.js';

const question = {
  host: 'mx.acme.com',
  address: { localPart: 'jane', asciiDomain: 'acme.com' },
  signal: new AbortController().signal,
};
const said = (code: number, text: string) =>
  ({
    kind: 'replied',
    about: { host: question.host, ip: '192.0.2.1', startTls: undefined },
    reply: { code, lines: [text] },
  }) as const;

it('keeps over a restart which hosts are left alone, and why, without the recipient', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'email-check-'));
  const database = join(folder, 'file.sqlite');
  const open = () => openStore({ database, purpose: 'service' });
  const before = openManners(['probe@own.com']);
  let store = await open();
  let shared = before.share(store.manners);
  before.manners.refusals.heard('192.0.2.1', question, said(421, '4.7.0 <jane@acme.com>: go away'));
  await shared.end();
  const kept = await store.manners.listRests();
  assert.deepEqual(
    kept.map(({ place, reason }) => [place, reason]),
    [['mx.acme.com', '421 4.7.0']],
  );
  await store.close();

  store = await open();
  const after = openManners(['probe@own.com']);
  assert.equal(after.manners.refusals.before('192.0.2.1', question), 'free');
  shared = after.share(store.manners);
  await shared.end();
  const leave = after.manners.refusals.before('192.0.2.1', question);
  assert.deepEqual(typeof leave === 'object' && [leave.place, leave.until], ['mx.acme.com', kept[0]?.until]);
  await store.close();
  await rm(folder, { recursive: true });
});

it('takes from the database what others were welcome at, and goes on if the database fails', async () => {
  const store = await openStore({ database: ':memory:', purpose: 'service' });
  const faults: unknown[] = [];
  const one = openManners(['probe@own.com']);
  const now = Date.now();
  await store.manners.keepRest(
    { place: 'mx.acme.com', provider: '', rests: 1, until: now - 1, reason: '421', at: now - 2 },
    0,
  );
  let shared = one.share(store.manners, (error) => faults.push(error));
  await shared.end();
  assert.equal(one.manners.refusals.before('192.0.2.1', question), 'free', 'a rest that is over');
  shared = one.share(store.manners, (error) => faults.push(error));
  one.manners.refusals.heard('192.0.2.1', question, said(250, '2.1.5 OK'));
  await shared.end();
  assert.deepEqual(await store.manners.listRests(), []);
  await store.close();
  shared = one.share(store.manners, (error) => faults.push(error));
  one.manners.refusals.heard('192.0.2.1', question, said(421, '4.7.0 Go away'));
  await shared.end();
  assert.equal(faults.length, 2);
});
