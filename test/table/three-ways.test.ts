import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startWorld } from '../../demo/world/index.js';
import { run } from '../../src/cli/run.js';
import { createClient } from '../../src/client/index.js';
import { fetchList } from '../../src/service/bulk/index.js';
import { readContacts } from '../../src/service/enrichment/contact-file.js';
import { createService } from '../../src/service/index.js';
import { createWebFetcher } from '../../src/service/net/web.js';
import { RecordScanner } from '../../src/table/index.js';
import { listenSomewhere, secret, stubEngine } from '../service/app/fixture.js';
import { startSite } from '../service/net/site.js';
import { selfSigned } from '../service/probe/self-signed.js';
import { collected, heldBack, type PeopleFile } from './people-files.js';

const files = [...collected, ...heldBack];
const folder = mkdtempSync(join(tmpdir(), 'email-check-files-'));

/** What one way in has made of a file. */
interface Outcome {
  readonly column?: string | undefined;
  readonly rows?: readonly string[];
  /** The sentence that says why it is refused. */
  readonly refusal?: string;
}

const collect = (into: string[]) =>
  new Writable({ decodeStrings: false, write: (text: string, _, done) => (into.push(text), done()) });

/** Follows a command with a file on standard input. */
const follow = async (words: readonly string[], input: Buffer, database = ':memory:') => {
  const [written, complained]: [string[], string[]] = [[], []];
  const code = await run(words, {
    environment: { EMAIL_CHECK_DATABASE: database },
    say: (line) => Promise.resolve(void written.push(`${line}\n`)),
    printError: (line) => complained.push(line),
    stopped: () => new Promise(() => undefined),
    stdio: { stdin: Readable.from([input]), stdout: collect(written), stderr: collect([]) },
  });
  return { code, written: written.join(''), complained };
};

const columnTold = (complained: readonly string[]): string | undefined => {
  const [, number, name] =
    /^The addresses are read from (?:column (\d+)|the column (".*"))\.$/.exec(complained[0] ?? '') ?? [];
  return name === undefined ? number : (JSON.parse(name) as string);
};

const world = await startWorld();
const site = await startSite(
  ({ url = '' }, response) => {
    const file = files[Number(/\d+/.exec(url)?.[0])];
    if (file?.coding) response.setHeader('Content-Encoding', file.coding);
    response.end(file?.bytes);
  },
  { isSecure: true },
);
const fetcher = createWebFetcher({
  addressesOf: () => Promise.resolve(['127.0.0.1']),
  allowLoopback: true,
  authorities: [selfSigned.cert],
});
const engine = stubEngine();
const service = await createService({
  database: join(folder, 'service.db'),
  secret,
  engine,
  reputation: { isDisposable: () => false },
  listWork: {
    fetch: (url, signal) => fetchList(url, { fetcher, signal }),
    verify: async (address) => ({ ...(await engine.verify(address)), evidence: { timings: { total: 1 } } }),
    pollMs: 5,
  },
});
after(async () => {
  await service.close();
  fetcher.close();
  await Promise.all([site.close(), world.close()]);
  rmSync(folder, { recursive: true });
});

let base = '';
let key = '';
before(async () => {
  ({ url: base } = await listenSomewhere(service));
  const { id: account } = await service.accounts.createAccount({ name: 'Shop', credits: 1_000_000 });
  ({ key } = await service.accounts.createKey({ account, kind: 'private' }));
  await follow(['accounts', 'add', '--name', 'Shop'], Buffer.alloc(0), join(folder, 'contacts.db'));
});

const asList = async (_: PeopleFile, index: number): Promise<Outcome> => {
  const client = createClient({ baseUrl: base, apiKey: key });
  const { balance } = await client.balance();
  const { listId } = await client.uploadList({ url: `https://mx.self-signed.com:${site.port}/${index}.csv` });
  let status = await client.listStatus(listId);
  while (!['completed', 'failed'].includes(status.status)) {
    await pause(5);
    status = await client.listStatus(listId);
  }
  if (status.status === 'failed') {
    assert.equal((await client.balance()).balance, balance, 'nothing is charged');
    return { refusal: status.reason };
  }
  const scanner = new RecordScanner({ delimiter: ',' });
  const text = await (await fetch(status.downloadLink)).text();
  const [, ...records] = [...scanner.push(text), ...scanner.end()];
  // A cell that a spreadsheet would run has an apostrophe before it.
  const rows = records.map(({ cells: [email = ''] }) => email.replace(/^'(?=[=+@-])/, ''));
  return { column: status.column || undefined, rows };
};

const asCheck = async ({ bytes }: PeopleFile): Promise<Outcome> => {
  const { code, written, complained } = await follow(
    ['check', '--probing', 'off', '--canary', 'off', '--dns-servers', world.dns],
    bytes,
  );
  if (code !== 0) return { refusal: complained.join(' ') };
  const rows = written
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { email: string }).email);
  return { column: columnTold(complained), rows };
};

const asContacts = async ({ bytes }: PeopleFile): Promise<Outcome> => {
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, bytes);
  const { code, complained, written } = await follow(
    ['contacts', 'import', file],
    Buffer.alloc(0),
    join(folder, 'contacts.db'),
  );
  if (code !== 0) return { refusal: complained.join(' ') };
  const [rows, kept]: [string[], string[]] = [[], []];
  for await (const { address, contact } of readContacts(Readable.from([bytes]))) {
    if (address) rows.push(address);
    if (contact) kept.push(contact.address);
  }
  assert.match(written, new RegExp(`^${kept.length} contacts? imported\\.`));
  return { column: columnTold(complained), rows };
};

const faultOf = ({ column, rows, refused }: PeopleFile, outcome: Outcome): string | undefined => {
  if (refused)
    return /^The .{10,}: .{5,}\.$/.test(outcome.refusal ?? '')
      ? undefined
      : `is not refused: ${JSON.stringify(outcome)}`;
  const isRight = JSON.stringify(outcome) === JSON.stringify({ column, rows });
  return isRight ? undefined : `is read as ${JSON.stringify(outcome)} and not as ${JSON.stringify({ column, rows })}`;
};

describe('the files that people have', { timeout: 600_000 }, () => {
  for (const [way, read] of [
    ['as lists of a service', asList],
    ['by check', asCheck],
    ['as contacts', asContacts],
  ] as const)
    it(`are read right ${way}`, async (test) => {
      const faults: string[] = [];
      for (const [index, file] of files.entries()) {
        const fault = faultOf(file, await read(file, index));
        if (fault !== undefined) faults.push(`${file.name} ${fault}`);
      }
      test.diagnostic(
        `measured: files read right ${way}: ${files.length - faults.length} of ${files.length} (${collected.length} collected, ${heldBack.length} held back)`,
      );
      assert.deepEqual(faults, []);
    });
});
