import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { createKeyProxy, type KeyProxyOptions } from '../../src/proxy/index.js';
import { BULK_BYTES } from '../../src/wire/index.js';
import { json, startLoopback } from '../client/loopback.js';
import { startService, type Fixture } from '../service/app/fixture.js';

const text = 'Name,E-Mail\nJane,jane@shop.example\n';
const asScript = { 'Sec-Fetch-Site': 'same-origin', 'email-check': '1' };
const byOwner = { ...asScript, Cookie: 'session=of-the-owner' };
const ofList = { 'Content-Type': 'text/csv' };

describe('a list that is sent as a file through the key proxy', { timeout: 60_000 }, () => {
  let service: Fixture;
  let server: Server | undefined;
  let base = '';
  const open = async (options: Partial<KeyProxyOptions> = {}): Promise<void> => {
    const proxy = createKeyProxy({
      ...{ apiKey: service.keys.private, baseUrl: service.url },
      authorize: ({ headers }) => headers.get('Cookie') === 'session=of-the-owner',
      ...options,
    });
    server = createServer(toNodeListener(proxy)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/email-check/lists/upload`;
  };
  beforeEach(async () => (service = await startService()));
  afterEach(async () => {
    server?.closeAllConnections();
    server?.close();
    await service.end();
  });

  const send = async (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}, query = '') => {
    const response = await fetch(`${base}?${query}`, {
      method: 'POST',
      headers: { ...byOwner, ...ofList, ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    const answer = await response.text();
    assert.ok(!answer.includes(service.keys.private));
    const { service: list, error } = JSON.parse(answer) as { service: Record<string, string>; error?: string };
    return { status: response.status, list, error: error ?? '' };
  };
  const kept = async () =>
    (await service.service.lists.latest(10)).map(({ name, column, lines }) => ({ name, column, lines }));

  it('is a list of the service, with its name and its column', async () => {
    await open();
    const sent = await send(text, {}, 'name=May&column=2');
    assert.equal(sent.status, 200, sent.error);
    assert.deepEqual(sent.list, { list_id: sent.list['list_id'], list_name: 'May' });
    const named = { 'Content-Type': 'text/plain', 'Content-Disposition': 'attachment; filename="june.txt"' };
    assert.equal((await send(gzipSync(text), named)).list['list_name'], 'june.txt');
    assert.deepEqual(await kept(), [
      { name: 'june.txt', column: 'E-Mail', lines: 1 },
      { name: 'May', column: 'E-Mail', lines: 1 },
    ]);
  });

  it('is refused with what to do, and leaves no list', async () => {
    await open();
    const large = Buffer.alloc(BULK_BYTES, 'jane@shop.example\n');
    const parts = Readable.toWeb(Readable.from([large.subarray(9), large])) as ReadableStream;
    const faults: readonly (readonly [number, RegExp, ...Parameters<typeof send>])[] = [
      [403, /authorize/, text, { Cookie: 'session=of-nobody' }],
      [403, /email-check: 1/, text, { 'email-check': '0' }],
      [403, /own origin/, text, { 'Sec-Fetch-Site': 'cross-site' }],
      [400, /"name" must/, text, {}, 'name=%00'],
      [400, /cannot read the file/, 'nothing'],
      [400, /cannot read the file/, text, {}, 'column=work'],
      [415, /text\/csv/, text, { 'Content-Type': 'application/json' }],
      [415, /gzip/, text, { 'Content-Encoding': 'br' }],
      [413, /20,000,000/, large],
      [413, /20,000,000/, parts],
      [413, /200,000/, 'a@b.c\n'.repeat(200_001)],
    ];
    for (const [status, words, ...sent] of faults) {
      const seen = await send(...sent);
      assert.equal(seen.status, status, `${words}: ${seen.error}`);
      assert.match(seen.error, words);
    }
    assert.deepEqual(await kept(), []);
  });

  const begin = (): ClientRequest => {
    const call = request(base, { method: 'POST', headers: { ...byOwner, ...ofList, 'Transfer-Encoding': 'chunked' } });
    call.on('error', () => undefined);
    return call;
  };

  it('that breaks off leaves no list', async () => {
    await open();
    const told = new Promise((resolve) => (service.told = resolve));
    const begun = once(server ?? process, 'request');
    const call = begin();
    call.write(text.slice(0, 20));
    await begun;
    await new Promise((resolve) => setTimeout(resolve, 200));
    call.destroy();
    await told;
    assert.deepEqual(
      service.entries.map(({ status }) => status),
      [499],
    );
    assert.deepEqual(await kept(), []);
  });

  it('is passed on as it comes, and has more time than other calls', async () => {
    const upstream = await startLoopback();
    await open({ baseUrl: upstream.url, timeout: 200 });
    upstream.answer((_, asked) => void asked.resume());
    assert.equal((await send(text)).status, 504);
    let first: (part: string) => void = () => undefined;
    const arrived = new Promise<string>((resolve) => (first = resolve));
    upstream.answer((response, asked) => {
      asked.once('data', (part: Buffer) => first(part.toString()));
      asked.on('end', () => json({ service: { list_id: '7', list_name: 'May' }, success: '1' })(response, asked));
    });
    const call = begin();
    call.write('jane@shop.example\n');
    assert.equal(await arrived, 'jane@shop.example\n');
    await new Promise((resolve) => setTimeout(resolve, 400));
    call.end('joe@shop.example\n');
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    response.resume();
    await upstream.end();
  });

  it('is sent once, whatever the answer', async () => {
    const upstream = await startLoopback();
    await open({ baseUrl: upstream.url });
    const busy = { service: { error: 'Maximum concurrent calls reached', code: '0' }, success: '0' };
    for (const [answer, status] of [
      [json(busy, 429), 429],
      [json({}, 503), 503],
      [json({}, 404), 502],
    ] as const) {
      upstream.answer(answer);
      assert.equal((await send(text)).status, status);
      assert.equal(upstream.asked.length, 1);
    }
    await upstream.end();
  });
});
