import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createClient, type ListStatus } from '../../../src/client/index.js';
import { BrokenBodyError, readUploadBody } from '../../../src/service/body/upload-body.js';
import { fileNameIn } from '../../../src/service/body/file-name.js';
import type { ListWorkOptions } from '../../../src/service/bulk/list-workers.js';
import type { ServiceOptions } from '../../../src/service/index.js';
import { BULK_ADDRESSES, BULK_BYTES } from '../../../src/wire/index.js';
import { serverForTests } from '../../suites/postgres-server.js';
import { startService, stubEngine, type Fixture } from './fixture.js';

const CSV = 'text/csv';
const file = 'Name,E-Mail\nJane,deliverable@shop.example\nJoe,bounce@shop.example\n';
const engine = stubEngine();
const listWork: ListWorkOptions = {
  fetch: () => Promise.reject(new Error('An uploaded file is never fetched.')),
  verify: (address) => engine.verify(address),
  pollMs: 10,
};
const { skip, server } = serverForTests();

const streamOf = (parts: Iterable<Uint8Array>) => Readable.toWeb(Readable.from(parts)) as ReadableStream;

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly list: Record<string, string>;
  /** The message of a refusal. */
  readonly error: string | undefined;
}

for (const [store, database] of [
  ['SQLite', undefined],
  ['PostgreSQL', () => server().newDatabase()],
] as const)
  describe(`lists uploaded as files: ${store}`, { skip: database ? skip : false, timeout: 120_000 }, () => {
    let fixture: Fixture;
    const begin = async (more: Partial<ServiceOptions> = {}): Promise<void> => {
      fixture = await startService({ ...(database && { database: await database() }), ...more });
    };
    afterEach(() => fixture.end());

    const send = async (
      body: RequestInit['body'],
      query: Record<string, string> = {},
      headers: Record<string, string> = {},
    ): Promise<Seen> => {
      const words = new URLSearchParams({ api: fixture.keys.private, ...query });
      const response = await fetch(`${fixture.url}/v1/upload/?${words}`, {
        method: 'POST',
        headers: { 'Content-Type': CSV, ...headers },
        body: body ?? null,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      });
      const { service, error } = (await response.json()) as { service: Record<string, string>; error?: string };
      return { status: response.status, headers: response.headers, list: service, error };
    };
    const ended = async (listId: string): Promise<ListStatus> => {
      const client = createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private });
      for (;;) {
        const status = await client.listStatus(listId);
        if (!['queued', 'processing'].includes(status.status)) return status;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const lists = () => fixture.service.lists.latest(100);

    it('go through the same states as a list that is fetched, and are charged as it is', async () => {
      await begin({ listWork });
      const { status, list } = await send(file, { name: 'May' });
      assert.deepEqual([status, list['list_name']], [200, 'May']);
      const last = await ended(list['list_id'] ?? '');
      assert.deepEqual([last.status, last.column], ['completed', 'E-Mail']);
      const results = await (await fetch(last.downloadLink)).text();
      assert.match(results, /\ndeliverable@shop\.example,Safe to Send,.*\r\nbounce@shop\.example,Invalid,/);
      const { balance } = await createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private }).balance();
      assert.equal(balance, 998);
    });

    it('may be text, in another encoding, compressed, and come in parts of any size', async () => {
      await begin({ listWork });
      const bytes = Buffer.from(file);
      const bodies: readonly (readonly [RequestInit['body'], Record<string, string>])[] = [
        [bytes, { 'Content-Type': 'text/plain; charset=utf-8' }],
        [Buffer.from(`\ufeff${file}`, 'utf16le'), {}],
        [gzipSync(bytes), {}],
        [gzipSync(bytes), { 'Content-Encoding': 'gzip' }],
        [streamOf(Array.from(bytes, (byte) => Uint8Array.of(byte))), {}],
      ];
      for (const [body, headers] of bodies) {
        const { status, list, error } = await send(body, {}, headers);
        assert.equal(status, 200, error);
        assert.equal((await ended(list['list_id'] ?? '')).column, 'E-Mail');
      }
    });

    it('have the name of the query, or of the file, and the column that was named', async () => {
      await begin({ listWork });
      const header = { 'Content-Disposition': `attachment; filename="x.csv"; filename*=UTF-8''b%C3%BC.csv` };
      assert.equal((await send(file, {}, header)).list['list_name'], 'bü.csv');
      assert.equal((await send(file, { name: 'Spring' }, header)).list['list_name'], 'Spring');
      assert.equal((await send(file)).list['list_name'], 'list');
      const two = 'private,work\njane@shop.example,joe@shop.example\n';
      for (const [column, expected] of [
        ['work', 'work'],
        ['1', 'private'],
      ] as const) {
        const { list } = await send(two, { column });
        assert.equal((await ended(list['list_id'] ?? '')).column, expected);
      }
    });

    it('are refused with what to do, and leave no list', async () => {
      await begin();
      const large = Buffer.alloc(BULK_BYTES, 'jane@shop.example\n');
      const rows = 'a@b.c\n'.repeat(BULK_ADDRESSES + 1);
      const faults: readonly (readonly [number, RegExp, ...Parameters<typeof send>])[] = [
        [401, /Wrong API/, file, { api: 'none' }],
        [403, /public key/, file, { api: fixture.keys.public }],
        [400, /"name" must/, file, { name: 'a\tb' }],
        [400, /"column" must/, file, { column: '0' }],
        [400, /no column "work"/, file, { column: 'work' }],
        [400, /no line with an address/, ''],
        [400, /no line with an address/, 'no list\n'],
        [400, /web page|HTML/i, '<!doctype html><p>jane@shop.example'],
        [400, /gzip/, gzipSync(file).subarray(0, 30)],
        [415, /text\/csv/, file, {}, { 'Content-Type': 'application/json' }],
        [415, /gzip/, file, {}, { 'Content-Encoding': 'br' }],
        [413, /fewer than 20,000,000 bytes/, large],
        [413, /fewer than 20,000,000 bytes/, streamOf([large.subarray(9), large])],
        [413, /200000/, rows],
        [413, /addresses/, gzipSync(large)],
        [413, /bytes/, gzipSync(`a@b.c\n${'x'.repeat(BULK_BYTES)}`)],
      ];
      for (const [status, words, ...sent] of faults) {
        const seen = await send(...sent);
        assert.equal(seen.status, status, `${words}: ${seen.error}`);
        assert.match(seen.error ?? '', words);
        assert.equal(seen.headers.get('cache-control'), 'no-store');
      }
      assert.deepEqual(await lists(), []);
      assert.deepEqual(fixture.faults, []);
    });

    it('of an account without credits are refused before they are read', async () => {
      await begin();
      const { id } = await fixture.service.accounts.createAccount({ name: 'Poor', credits: 0 });
      const { key } = await fixture.service.accounts.createKey({ account: id, kind: 'private' });
      assert.equal((await send(file, { api: key })).status, 402);
    });

    it('that break off leave no list, and give their place free', async () => {
      await begin();
      for (let tries = 0; tries < 8; tries++) {
        const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1');
        const told = new Promise((resolve) => (fixture.told = resolve));
        socket.write(
          `POST /v1/upload/?api=${fixture.keys.private} HTTP/1.1\r\nHost: x\r\nContent-Type: ${CSV}\r\nContent-Length: ${file.length}\r\nExpect: 100-continue\r\n\r\n`,
        );
        const [going] = (await once(socket, 'data')) as [Buffer];
        assert.match(String(going), /^HTTP\/1\.1 100 /);
        await new Promise((resolve) => socket.write(file.slice(0, 40), resolve));
        socket.destroy();
        await told;
      }
      assert.deepEqual(
        fixture.entries.map(({ status }) => status),
        Array.from({ length: 8 }, () => 499),
      );
      assert.deepEqual(await lists(), []);
      assert.deepEqual(fixture.faults, []);
      assert.equal((await send(file)).status, 200);
    });

    it('that come too slowly are refused with 408, which their sender can read', async () => {
      await begin({ timeouts: { uploadMilliseconds: 100 } });
      const socket = connect(Number(new URL(fixture.url).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (part: Buffer) => (answer += part.toString()));
      socket.write(
        `POST /v1/upload/?api=${fixture.keys.private} HTTP/1.1\r\nHost: x\r\nContent-Type: ${CSV}\r\nContent-Length: ${file.length}\r\n\r\n${file.slice(0, 40)}`,
      );
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1\.1 408 .*"error":"The list did not arrive in time: 40 bytes came\./s);
      assert.deepEqual(await lists(), []);
    });

    it('of one account are received two at a time', async () => {
      await begin();
      const waiting = Array.from({ length: 2 }, () => {
        const call = request(`${fixture.url}/v1/upload/?api=${fixture.keys.private}`, {
          method: 'POST',
          headers: { 'Content-Type': CSV, Expect: '100-continue', 'Transfer-Encoding': 'chunked' },
        });
        call.flushHeaders();
        return call;
      });
      await Promise.all(waiting.map((call) => once(call, 'continue')));
      const refused = await send(file);
      assert.equal(refused.status, 429);
      for (const call of waiting) {
        call.end(file);
        const [response] = (await once(call, 'response')) as [IncomingMessage];
        assert.equal(response.statusCode, 200);
        response.resume();
      }
      assert.equal((await lists()).length, 2);
    });

    it('are not asked for if they are refused by their head', async () => {
      await begin();
      for (const [path, status] of [
        ['/v1/upload/?api=none', 401],
        ['/v1/balance/?api=none', 405],
      ] as const) {
        const call = request(`${fixture.url}${path}`, {
          method: 'POST',
          headers: { 'Content-Type': CSV, Expect: '100-continue', 'Content-Length': 10_000_000 },
        });
        call.on('continue', () => assert.fail('The body was asked for.'));
        call.on('error', () => undefined);
        call.flushHeaders();
        const [response] = (await once(call, 'response')) as [IncomingMessage];
        assert.equal(response.statusCode, status);
        call.destroy();
      }
    });

    it('are stored with all of their 200,000 addresses while others are answered', async () => {
      await begin();
      const part = (from: number) =>
        Array.from({ length: 1_000 }, (_, index) => `jane${from + index}@shop.example\n`).join('');
      const parts = (function* () {
        for (let from = 0; from < BULK_ADDRESSES; from += 1_000) yield Buffer.from(part(from));
      })();
      let isStored = false;
      const stored = send(streamOf(parts)).finally(() => (isStored = true));
      let answered = 0;
      for (; !isStored; answered++) await (await fixture.get('/healthz')).text();
      const { status, error } = await stored;
      assert.equal(status, 200, error);
      assert.ok(answered > 5, `${answered} answers`);
      const [list] = await lists();
      assert.deepEqual([list?.lines, list?.addresses, list?.state], [BULK_ADDRESSES, BULK_ADDRESSES, 'queued']);
    });
  });

describe('the body of an upload', () => {
  const body = (pull: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>['pull']) => ({
    body: new ReadableStream<Uint8Array<ArrayBuffer>>({ ...(pull && { pull }) }, { highWaterMark: 0 }),
    headers: new Headers(),
  });
  const silent = () => body(() => new Promise(() => undefined));
  const slow = () =>
    body(async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue(Uint8Array.of(0x61));
    });

  it('is not waited for without end', async () => {
    for (const [sent, timeouts] of [
      [silent(), { wholeMs: 60_000, pauseMs: 5 }],
      [silent(), { wholeMs: 5, pauseMs: 60_000 }],
      [slow(), { wholeMs: 50, pauseMs: 60_000 }],
    ] as const) {
      const read = await readUploadBody(sent, timeouts);
      assert.ok(!(read instanceof Uint8Array));
      assert.equal(read.status, 408);
      assert.match(read.words, /did not arrive in time/);
    }
  });

  it('that breaks off is an error', async () => {
    const broken = body((controller) => controller.error(new Error('gone')));
    await assert.rejects(readUploadBody(broken, { wholeMs: 60_000 }), BrokenBodyError);
    const headers = { 'Content-Type': CSV, 'Content-Length': '41' };
    for (const body of ['', 'x'.repeat(40)]) {
      const short = new Request('http://x/', { method: 'POST', headers, body });
      await assert.rejects(readUploadBody(short, { wholeMs: 60_000 }), BrokenBodyError);
    }
  });
});

describe('the file name in a header', () => {
  it('is read as browsers write it, without its folders', () => {
    for (const [header, name] of [
      [null, ''],
      ['attachment', ''],
      ['attachment; filename=may.csv', 'may.csv'],
      ['attachment; FileName = "a \\"b\\"; c.csv"', 'a "b"; c.csv'],
      [`inline; filename="x"; filename*=utf-8'en'%e2%82%ac.csv`, '€.csv'],
      [`attachment; filename="x.csv"; filename*=UTF-8''%E0`, 'x.csv'],
      [`attachment; filename="x.csv"; filename*=ISO-8859-1''y.csv`, 'x.csv'],
      ['attachment; filename="../../etc/may.csv"', 'may.csv'],
      ['attachment; filename="C:\\\\lists\\\\may.csv"', 'may.csv'],
      ['attachment; filename="lists/"', ''],
    ] as const)
      assert.equal(fileNameIn(header), name, header ?? 'none');
  });
});
