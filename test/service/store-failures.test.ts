import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { openSqliteStore, StoreError } from '../../src/service/store/index.js';
import { isTemporaryStoreError } from '../../src/service/store/errors.js';
import { toStoreError } from '../../src/service/store/sqlite/errors.js';
import { commandProgram } from '../programs.js';
import { startService } from './app/fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'email-check-failures-'));
after(() => rmSync(folder, { recursive: true }));

describe('an error of SQLite', () => {
  const rows: readonly (readonly [code: string, kind: string, words: RegExp])[] = [
    ['SQLITE_BUSY', 'busy', /^Another program holds \/a\/b\.sqlite: end it/],
    ['SQLITE_BUSY_SNAPSHOT', 'busy', /holds/],
    ['SQLITE_FULL', 'unwritable', /^The disk of \/a\/b\.sqlite is full: make room/],
    ['SQLITE_READONLY', 'unwritable', /cannot be written to: check the owner and permissions of it/],
    ['SQLITE_READONLY_DBMOVED', 'unwritable', /cannot be written to/],
    ['SQLITE_IOERR_WRITE', 'unwritable', /fails, or its quota is used up/],
    ['SQLITE_CANTOPEN', 'unwritable', /cannot be opened: check the owner and permissions of its folder/],
  ];
  for (const [code, kind, words] of rows)
    it(`${code} is temporary, with a remedy`, () => {
      const error = toStoreError(new Database.SqliteError('as SQLite says it', code), '/a/b.sqlite');
      assert.ok(error instanceof StoreError && isTemporaryStoreError(error));
      assert.equal(error.code, kind);
      assert.match(error.message, words);
    });

  it('is passed on unchanged if it is our own fault', () => {
    for (const error of [new Database.SqliteError('no such table', 'SQLITE_ERROR'), new TypeError('x'), 7])
      assert.equal(toStoreError(error, 'a'), error);
  });
});

describe('a service whose file another program holds', () => {
  it('answers 503 with Retry-After, is not ready until it can write, and its commands print a remedy', async () => {
    const fixture = await startService();
    const ask = () => fixture.get('/v1/', { api: fixture.keys.private, email: 'deliverable@a.example' });
    const store = openSqliteStore({ file: fixture.database, purpose: 'administration' });
    const other = new Database(fixture.database);
    other.exec('BEGIN IMMEDIATE');
    const [answer, granted] = await Promise.all([
      ask(),
      store.accounts.grant(fixture.account, 1, 0).catch((error: unknown) => error),
    ]);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
    assert.match(String(granted), /^StoreError: Another program holds .*test\.sqlite: end it/);
    const ready = await fixture.get('/readyz');
    assert.equal(ready.status, 503);
    assert.match(await ready.text(), /its store does not answer/);
    await assert.rejects(store.ping(), { code: 'busy' });
    other.exec('COMMIT');
    other.close();
    await store.ping();
    await store.close();
    assert.equal((await ask()).status, 200);
    while ((await fixture.get('/readyz')).status !== 200);
    await fixture.end();
  });
});

describe("SQLite's driver", () => {
  for (const [what, fault] of [
    ['is not built', "Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' })"],
    [
      'is built for another Node',
      "Object.assign(new Error('better_sqlite3.node was compiled against a different Node.js version using NODE_MODULE_VERSION 1.'), { code: 'ERR_DLOPEN_FAILED' })",
    ],
  ] as const)
    it(`is reported as needing a rebuild if it ${what}`, async () => {
      const preload = `import Module from 'node:module'; const resolve = Module._resolveFilename; Module._resolveFilename = (name, ...rest) => { if (name.endsWith('better_sqlite3.node')) throw ${fault}; return resolve(name, ...rest); };`;
      const words = ['accounts', 'add', '--name', 'Shop', '--database', join(folder, 'driver.sqlite')];
      const failed = (await promisify(execFile)(process.execPath, [
        ...['--import', `data:text/javascript,${encodeURIComponent(preload)}`, await commandProgram()],
        ...words,
      ]).catch((error: unknown) => error)) as { readonly code: number; readonly stderr: string };
      assert.equal(failed.code, 1);
      assert.match(
        failed.stderr,
        /^SQLite's driver is not built for this Node: run `npm rebuild better-sqlite3` .*\n$/,
      );
    });
});
