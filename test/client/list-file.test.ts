import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createClient, type Client, type ListFile } from '../../src/client/index.js';
import { startLoopback, type Loopback } from './loopback.js';

const text = 'jane@shop.example\n';
const listed = JSON.stringify({ service: { list_id: '77', list_name: 'may.csv' }, success: '1' });

interface Sent {
  readonly method: string | undefined;
  readonly type: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

describe('uploadList with a file', () => {
  let service: Loopback;
  let client: Client;
  const sent: Sent[] = [];
  before(async () => {
    service = await startLoopback();
    client = createClient({ baseUrl: service.url, apiKey: 'AbCdEfGhIjKlM' });
  });
  after(() => service.end());

  const take = async (request: IncomingMessage, response: ServerResponse, status = 200, answer = listed) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    await once(request, 'end');
    const { searchParams } = new URL(request.url ?? '', service.url);
    sent.push({
      method: request.method,
      type: request.headers['content-type'],
      query: Object.fromEntries(searchParams),
      body: Buffer.concat(parts).toString(),
    });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(answer);
  };

  const streamed = () => Readable.toWeb(Readable.from([Buffer.from(text)])) as ReadableStream<Uint8Array>;
  const rows: readonly (readonly [what: string, list: () => ListFile, type: string, query: Record<string, string>])[] =
    [
      ['a text', () => ({ file: text }), 'text/csv; charset=utf-8', {}],
      [
        'bytes',
        () => ({ file: new TextEncoder().encode(text), name: 'May', column: 2 }),
        'text/csv',
        { name: 'May', column: '2' },
      ],
      ['a Blob', () => ({ file: new Blob([text], { type: 'text/plain' }) }), 'text/plain', {}],
      ['a Blob of another type', () => ({ file: new Blob([text], { type: 'application/gzip' }) }), 'text/csv', {}],
      ['a File', () => ({ file: new File([text], 'may.csv') }), 'text/csv', { name: 'may.csv' }],
      [
        'a File with another name',
        () => ({ file: new File([text], 'may.csv'), name: 'June' }),
        'text/csv',
        { name: 'June' },
      ],
      [
        'a text with a callback',
        () => ({ file: text, callback: 'https://shop.com/hook?a=1' }),
        'text/csv; charset=utf-8',
        { callback: 'https://shop.com/hook?a=1' },
      ],
      ['a stream', () => ({ file: streamed(), column: 'E-Mail' }), 'text/csv', { column: 'E-Mail' }],
    ];
  for (const [what, list, type, query] of rows)
    it(`sends ${what} by POST`, async () => {
      sent.length = 0;
      service.answer((response, request) => void take(request, response));
      assert.deepEqual(await client.uploadList(list()), { listId: '77', listName: 'may.csv' });
      assert.deepEqual(sent, [{ method: 'POST', type, query: { api: 'AbCdEfGhIjKlM', ...query }, body: text }]);
    });

  it('is not sent if the list has a URL: the service is told of it, and of its callback', async () => {
    sent.length = 0;
    service.answer((response, request) => void take(request, response));
    const list = { url: 'https://lists.shop.com/may.csv', callback: 'https://shop.com/hook' };
    await client.uploadList(list);
    assert.deepEqual(sent, [{ method: 'GET', type: undefined, query: { api: 'AbCdEfGhIjKlM', ...list }, body: '' }]);
  });

  it('is never sent twice, whatever the answer', async () => {
    const busy = JSON.stringify({ service: { error: 'Maximum concurrent calls reached', code: '0' }, success: '0' });
    const large = JSON.stringify({ service: { error: 'The list is too large.', code: '0' }, success: '0' });
    for (const [status, answer, code] of [
      [429, busy, 'busy'],
      [503, '{}', 'server-error'],
      [413, large, 'rejected'],
    ] as const) {
      sent.length = 0;
      service.answer((response, request) => void take(request, response, status, answer));
      await assert.rejects(client.uploadList({ file: text }), { code });
      assert.equal(sent.length, 1);
    }
    service.answer((response) => response.destroy());
    await assert.rejects(client.uploadList({ file: text }), { code: 'network' });
    assert.equal(service.asked.length, 1);
  });

  it('ends at its signal, and not at the timeout of a short call', async () => {
    const hasty = createClient({ baseUrl: service.url, apiKey: 'k', timeout: 50 });
    service.answer((response, request) => void setTimeout(() => void take(request, response), 150));
    assert.equal((await hasty.uploadList({ file: text })).listId, '77');
    const ends = new AbortController();
    service.answer(() => ends.abort());
    await assert.rejects(hasty.uploadList({ file: text }, { signal: ends.signal }), { code: 'aborted' });
  });
});
