import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { openAccounts, type Service } from '../../src/service/index.js';
import { warnOfLooserFiles } from '../../src/service/private-files.js';
import { openSqliteStore } from '../../src/service/store/index.js';
import { secret, startService } from './app/fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-private-'));
after(() => rmSync(folder, { recursive: true }));
let databases = 0;
const newDatabase = () => join(folder, `${++databases}.sqlite`);
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('the files of a database', () => {
  let mask: number;
  before(() => (mask = process.umask(0o022)));
  after(() => process.umask(mask));

  it('are readable only by their owner, with those beside it, whatever the umask', async () => {
    const database = newDatabase();
    const store = openSqliteStore({ file: database, purpose: 'service' });
    await store.accounts.createAccount({ name: 'Shop', balance: 1, createdAt: 0 });
    const files = readdirSync(folder).map((name) => join(folder, name));
    assert.deepEqual(files.map((file) => file.slice(database.length)).sort(), [
      '',
      '-shm',
      '-wal',
      '.lock',
      '.lock-journal',
    ]);
    for (const file of files) assert.equal(modeOf(file), 0o600, file);
    await store.close();
  });

  it('keep the mode that their owner set, with a warning if others may read them', async () => {
    const database = newDatabase();
    writeFileSync(`${database}.secret`, secret, { mode: 0o600 });
    const store = openSqliteStore({ file: database, purpose: 'service' });
    const warnings: string[] = [];
    const warned = () => {
      warnOfLooserFiles(database, (words) => warnings.push(words));
      return warnings.splice(0);
    };
    assert.deepEqual(warned(), []);
    chmodSync(`${database}-wal`, 0o640);
    chmodSync(`${database}.secret`, 0o604);
    assert.deepEqual(warned(), [
      `Other users of this machine may read or change ${database}-wal (mode 0640), ${database}.secret (mode 0604). Run: chmod 600 ${database}-wal ${database}.secret`,
    ]);
    await store.close();
    chmodSync(database, 0o644);
    await openSqliteStore({ file: database, purpose: 'service' }).close();
    assert.equal(modeOf(database), 0o644);
  });

  it('are found behind a link, where SQLite keeps them', (t) => {
    const database = newDatabase();
    const link = newDatabase();
    symlinkSync(database, link);
    const store = openSqliteStore({ file: link, purpose: 'service' });
    t.after(() => store.close());
    chmodSync(`${database}-wal`, 0o644);
    const warnings: string[] = [];
    warnOfLooserFiles(link, (words) => warnings.push(words));
    assert.deepEqual(warnings, [
      `Other users of this machine may read or change ${database}-wal (mode 0644). Run: chmod 600 ${database}-wal`,
    ]);
  });

  it('are checked when a service starts', async () => {
    const database = newDatabase();
    const { close } = await openAccounts({ database, secret });
    await close();
    chmodSync(database, 0o644);
    const warnings: string[] = [];
    const fixture = await startService({ database, onWarning: (words) => warnings.push(words) });
    assert.match(
      warnings.join('\n'),
      /^Other users of this machine may read or change .*\.sqlite \(mode 0644\), .*\. Run: chmod 600 \S+\.sqlite \S+-wal \S+-shm$/,
    );
    await fixture.end();
  });
});

describe('what was deleted', () => {
  const bytesOf = (database: string) =>
    [database, `${database}-wal`].map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')).join('');
  const people = Array.from({ length: 200 }, (_, index) => ({
    address: `p${index}@shop.com`,
    fields: { fullname: `Someone ${index} of the shop's` },
  }));
  const jane = { address: 'jane@shop.com', fields: { fullname: 'Jane Recognisable' } };

  it('is in no file any more once a contact is forgotten, also while a service has the database', async () => {
    const fixture = await startService();
    await fixture.service.contacts.keep([...people, jane]);
    assert.match(bytesOf(fixture.database), /Jane Recognisable/);
    const { contacts, close } = await openAccounts({ database: fixture.database, secret });
    assert.deepEqual(await contacts.forget(jane.address), { contacts: 1 });
    assert.doesNotMatch(bytesOf(fixture.database), /Jane Recognisable/);
    assert.match(bytesOf(fixture.database), /Someone 7 of/);
    await close();
    await fixture.service.contacts.keep([jane]);
    assert.match(bytesOf(fixture.database), /Jane Recognisable/);
    await fixture.service.contacts.forget(jane.address);
    assert.doesNotMatch(bytesOf(fixture.database), /Jane Recognisable/);
    await fixture.end();
  });

  it('is in no file any more once lists and old contacts are deleted', async () => {
    let now = Date.UTC(2026, 0, 1);
    const fixture = await startService({ now: () => now });
    const { lists, contacts } = fixture.service;
    await contacts.keep([...people, jane]);
    const list = await lists.add(
      { accountId: fixture.account, keyId: 1, name: 'A recognisable list', url: 'https://shop.example/a.csv' },
      { mayAdd: true },
    );
    assert.ok(list && (await lists.cancel(fixture.account, list.id)));
    assert.match(bytesOf(fixture.database), /A recognisable list/);
    now += 1;
    assert.equal(await lists.forgetOlderThan(0), 1);
    assert.doesNotMatch(bytesOf(fixture.database), /A recognisable list/);
    assert.equal(await contacts.forgetOlderThan(0), people.length + 1);
    assert.doesNotMatch(bytesOf(fixture.database), /Jane Recognisable|Someone 7 of/);
    await fixture.end();
  });

  for (const [what, sweep] of [
    ['contacts', ({ contacts }: Service) => contacts.forgetOlderThan(0)],
    ['lists', ({ lists }: Service) => lists.forgetOlderThan(0)],
  ] as const)
    it(`is in no file after the next sweep of ${what}, even if it could not be removed before`, async (t) => {
      const fixture = await startService();
      t.after(() => fixture.end());
      await fixture.service.contacts.keep([jane]);
      const reader = new Database(fixture.database);
      reader.exec('BEGIN');
      assert.deepEqual(reader.prepare('SELECT count(*) AS contacts FROM contacts').get(), { contacts: 1 });
      await assert.rejects(fixture.service.contacts.forget(jane.address), { code: 'busy' });
      reader.exec('COMMIT');
      reader.close();
      assert.match(bytesOf(fixture.database), /Jane Recognisable/);
      assert.equal(await sweep(fixture.service), 0);
      assert.doesNotMatch(bytesOf(fixture.database), /Jane Recognisable/);
    });
});
