import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, type BatchResult, type ClientOptions } from '../../src/client/index.js';
import { LONGEST_TIMEOUT } from '../../src/timing/index.js';
import { addresses } from '../service/app/batching.js';
import { startService, type Fixture } from '../service/app/fixture.js';
import { json, raw, refusal, startLoopback, type Loopback } from './loopback.js';

const inOrder = (results: readonly BatchResult[]) => [...results].sort((one, other) => one.index - other.index);

const collect = async (results: AsyncIterable<BatchResult>, into: BatchResult[] = []) => {
  for await (const result of results) into.push(result);
  return into;
};

describe('validateBatch at a service', () => {
  let fixture: Fixture;
  before(async () => void (fixture = await startService()));
  after(() => fixture.end());
  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private, ...options });

  it('yields each address once, those that are known first', async () => {
    const emails = ['waiting@a.example', 'unknown@b.example', 'broken@c.example', 'deliverable@d.example'];
    const client = clientOf();
    const results = client.validateBatch(emails, { workspace: true });
    const early: BatchResult[] = [];
    for (let count = 0; count < 3; count++) {
      const { value } = await results.next();
      if (value) early.push(value);
    }
    fixture.gate.open();
    const all = inOrder(await collect(results, early));
    assert.deepEqual(
      all.map(({ index, email }) => [index, email]),
      emails.map((email, index) => [index, email]),
    );
    assert.deepEqual(
      all.map(({ validation }) => validation?.result),
      ['Safe to Send', 'Unknown', undefined, 'Safe to Send'],
    );
    assert.match(all[2]?.error ?? '', /The service failed/);
    assert.equal(all[1]?.validation?.email, 'unknown@b.example');
    assert.equal((await client.balance()).balance, 998);
  });

  it('waits for its turn, as other calls', async () => {
    const client = clientOf();
    const batches = Array.from({ length: 12 }, () => collect(client.validateBatch(addresses(20, 'unknown'))));
    assert.equal((await Promise.all(batches)).flat().length, 240);
  });

  it('leaves the service if its results are no longer read', async () => {
    // The turn of a call that does not end is over after its timeout, which no test waits for.
    const client = clientOf({ concurrency: 1, timeout: LONGEST_TIMEOUT });
    for (let count = 0; count < 20; count++) {
      for await (const { index } of client.validateBatch(addresses(5, 'unknown'), { timeout: LONGEST_TIMEOUT })) {
        assert.ok(index >= 0);
        break;
      }
      assert.ok((await client.balance()).balance);
    }
  });

  it('passes refusals on, with what the service says', async () => {
    await assert.rejects(collect(clientOf().validateBatch(addresses(101))), {
      code: 'bad-request',
      message: /100 at most/,
    });
    await assert.rejects(collect(clientOf({ apiKey: fixture.keys.public }).validateBatch(addresses(1))), {
      name: 'RefusalError',
      code: 'forbidden',
    });
  });
});

describe('validateBatch', () => {
  let service: Loopback;
  before(async () => void (service = await startLoopback()));
  after(() => service.end());
  const batch = (emails: readonly string[] = ['jane@example.com'], options = {}) =>
    createClient({ baseUrl: service.url, apiKey: 'abc1234567890' }).validateBatch(emails, options);
  const line = (index: number) =>
    `${JSON.stringify({ index: String(index), email: 'jane@example.com', service: { result: 'Invalid' }, success: '1' })}\n`;

  it('posts the addresses, with the key in the query', async () => {
    let sent = '';
    service.answer((response, request) => {
      request.setEncoding('utf8').on('data', (part) => (sent += part));
      request.on('end', () => raw(line(0), 200, 'application/x-ndjson')(response, request));
    });
    assert.equal((await collect(batch(undefined, { workspace: true })))[0]?.validation?.result, 'Invalid');
    assert.deepEqual(service.asked, ['/v1/batch/?api=abc1234567890']);
    assert.equal(service.headers[0]?.accept, 'application/x-ndjson');
    assert.deepEqual(JSON.parse(sent), { emails: ['jane@example.com'], workspace: true });
  });

  const bad: readonly (readonly [what: string, text: string, results: number])[] = [
    ['fewer lines than addresses', line(0), 1],
    ['no lines', '', 0],
    ['a line that is cut off', line(0) + line(1).slice(0, 20), 1],
    ['a line that is no result', `${line(0)}{"success":"1"}\n`, 1],
    ['a page', '<html>\n</html>\n', 0],
  ];
  for (const [what, text, results] of bad)
    it(`yields what came, then rejects: ${what}`, async () => {
      service.answer(raw(text, 200, 'application/x-ndjson'));
      const known: BatchResult[] = [];
      await assert.rejects(collect(batch(['jane@example.com', 'joe@example.com']), known), {
        name: 'AnswerError',
        code: 'bad-answer',
      });
      assert.equal(known.length, results);
    });

  it('rejects if the connection breaks between two lines', async () => {
    service.answer((response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(line(0), () => response.destroy());
    });
    await assert.rejects(collect(batch(['jane@example.com', 'joe@example.com'])), { code: 'bad-answer' });
  });

  it('ends at its timeout, and at its signal', async () => {
    service.answer((response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.write(line(0));
    });
    const two = ['jane@example.com', 'joe@example.com'];
    await assert.rejects(collect(batch(two, { timeout: 300 })), { name: 'ConnectionError', code: 'timeout' });
    const stop = new AbortController();
    const results = batch(two, { signal: stop.signal });
    await results.next();
    stop.abort();
    await assert.rejects(results.next(), { name: 'ConnectionError', code: 'aborted' });
  });

  it('repeats a batch that the service was too busy for, and says that a service has no batches', async () => {
    let asked = 0;
    service.answer((response, request) => {
      const answer = asked++
        ? raw(line(0), 200, 'application/x-ndjson')
        : refusal('Maximum concurrent calls reached', 429);
      answer(response, request);
    });
    assert.equal((await collect(batch())).length, 1);
    service.answer(json({ service: { error: 'Every call is a GET.', code: '0' }, success: '0' }, 405));
    await assert.rejects(collect(batch()), { code: 'rejected', message: /Every call is a GET/ });
  });
});
