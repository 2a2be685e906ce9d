import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { BATCH_ADDRESSES, BATCH_OCTETS } from '../../../src/wire/index.js';
import { seeded } from '../../random.js';
import { seed, trials } from '../../soak.js';
import { serverForTests } from '../../suites/postgres-server.js';
import { addresses, linesOf, NDJSON, postBatch, type BatchLine, type Posted } from './batching.js';
import { shop, startService, type Fixture } from './fixture.js';

const CREDITS = 1_000;
const asLines = { headers: { Accept: NDJSON } };

interface Together {
  readonly results: readonly BatchLine[];
  readonly success: string;
  readonly balance?: string;
  readonly error?: string;
}

const contract = (name: string, options: () => Promise<{ database?: string }>, skip: string | false = false): void => {
  describe(`batches: ${name}`, { skip }, () => {
    let fixture: Fixture;
    let database: { database?: string };
    beforeEach(async () => {
      database = await options();
      fixture = await startService(database);
    });
    afterEach(() => fixture.end());

    const post = (
      body: string | readonly string[],
      { key = fixture.keys.private, ...how }: Posted & { key?: string } = {},
    ) => postBatch(fixture.url, key, body, how);
    const together = async (body: string | readonly string[], how: Posted & { key?: string } = {}) => {
      const response = await post(body, how);
      return { status: response.status, body: (await response.json()) as Together };
    };
    const balance = async (key = fixture.keys.private) => {
      const { balance: left } = (await (await fixture.get('/v1/balance/', { api: key })).json()) as { balance: string };
      return Number(left);
    };
    /** A key of another account with so many credits. */
    const keyWith = async (credits: number) => {
      const { id: account } = await fixture.service.accounts.createAccount({ name: 'Small', credits });
      return (await fixture.service.accounts.createKey({ account, kind: 'private' })).key;
    };
    const validate = async (email: string, key = fixture.keys.private) =>
      (await fixture.get('/v1/', { api: key, email })).status;
    const usage = async (account: number) => {
      const now = new Date().toISOString().slice(2, 10);
      const { calls, days } = await fixture.service.accounts.usage(account, { start: '20-08-14', end: now });
      return { calls, credits: days.reduce((sum, { credits = 0 }) => sum + credits, 0) };
    };
    /** Asks until all of a private key's account is free: what calls have reserved comes back after they ended. */
    const isAllFree = async (credits: number, key = fixture.keys.private) => {
      for (;;) {
        const { status } = await together(addresses(Math.min(credits, BATCH_ADDRESSES), 'unknown'), { key });
        if (status === 200) return;
        assert.ok(status === 402 || status === 429);
      }
    };

    it('answers in the order sent, and charges each address as a single validation', async () => {
      const sent = [
        'unknown@a.example',
        'deliverable@b.example',
        'deliverable@B.example',
        'syntax',
        ' deliverable@c.example',
      ];
      const told = new Promise((resolve) => (fixture.told = resolve));
      const { status, body } = await together(sent);
      assert.equal(status, 200);
      assert.deepEqual(
        body.results.map(({ index, email }) => [index, email]),
        sent.map((email, index) => [String(index), email]),
      );
      const [unknown, deliverable, again, syntax] = body.results;
      assert.equal(unknown?.service.result, 'Unknown');
      assert.equal(deliverable?.service.result, 'Safe to Send');
      assert.deepEqual(again, { ...deliverable, index: '2', email: 'deliverable@B.example' });
      assert.equal(syntax?.service.result, 'Invalid');
      assert.equal(body.success, '1');
      assert.equal(body.balance, String(CREDITS - 3));
      assert.equal(await balance(), CREDITS - 3);
      const entry = (await told) as Fixture['entries'][number];
      assert.deepEqual([entry.path, entry.status, entry.credits, entry.balance], ['/v1/batch/', 200, 3, CREDITS - 3]);
      assert.deepEqual([...(entry.results ?? [])].sort(), ['Invalid', 'Safe to Send', 'Safe to Send', 'Unknown']);
      assert.deepEqual(await usage(fixture.account), { calls: 4, credits: 3 });
    });

    it('has the fields of a single validation in each result', async () => {
      const { body } = await together(['deliverable@b.example']);
      const single = (await (
        await fixture.get('/v1/', { api: fixture.keys.private, email: 'deliverable@b.example' })
      ).json()) as object;
      assert.deepEqual(
        { ...body.results[0], balance: '' },
        { index: '0', email: 'deliverable@b.example', ...single, balance: '' },
      );
    });

    it('sends a line as soon as its address is known and charged', async () => {
      const response = await post(['waiting@a.example', ...addresses(3), 'unknown@b.example'], asLines);
      assert.equal(response.headers.get('Content-Type'), NDJSON);
      const lines = linesOf(response);
      const early: BatchLine[] = [];
      for (let count = 0; count < 4; count++) early.push((await lines.next()).value as BatchLine);
      assert.deepEqual(early.map(({ index }) => index).sort(), ['1', '2', '3', '4']);
      assert.equal(await balance(), CREDITS - 3);
      assert.equal(Math.min(...early.map((each) => Number(each.balance))), CREDITS - 3);
      const told = new Promise((resolve) => (fixture.told = (entry) => entry.path === '/v1/batch/' && resolve(entry)));
      fixture.gate.open();
      const last = (await lines.next()).value as BatchLine;
      assert.deepEqual([last.index, last.email], ['0', 'waiting@a.example']);
      assert.ok((await lines.next()).done);
      assert.equal(((await told) as Fixture['entries'][number]).results?.length, 5);
    });

    it('answers an address whose verdict fails with a failure that costs nothing', async () => {
      const { status, body } = await together(['broken@a.example', 'deliverable@a.example']);
      assert.equal(status, 200);
      assert.deepEqual(
        body.results.map(({ success }) => success),
        ['0', '1'],
      );
      assert.match(body.results[0]?.service.error ?? '', /failed/);
      assert.equal(fixture.faults.length, 1);
      await isAllFree(CREDITS - 1);
      assert.equal((await together(['broken@a.example'])).status, 500);
    });

    it('reserves the credits of all addresses or of none', async () => {
      const key = await keyWith(6);
      const refused = await together(addresses(7), { key });
      assert.deepEqual([refused.status, refused.body.error], [402, 'Credits Low']);
      const response = await post(addresses(6, 'waiting'), { key, ...asLines });
      assert.equal(await validate('deliverable@b.example', key), 402);
      fixture.gate.open();
      assert.match(await response.text(), /"balance":"0"/);
      assert.equal(await balance(key), 0);
      assert.equal((await together(['deliverable@b.example'], { key })).status, 402);
    });

    it('gives back what addresses without a verdict did not cost', async () => {
      const key = await keyWith(6);
      assert.equal((await together([...addresses(4, 'unknown'), ...addresses(2)], { key })).body.balance, '4');
      assert.equal((await together(addresses(4), { key })).body.balance, '0');
    });

    it('counts as one of the five calls at once', async () => {
      const held = [post(addresses(40, 'waiting')), post(addresses(40, 'waiting'), asLines)];
      held.push(...addresses(3, 'waiting').map((email) => fixture.get('/v1/', { api: fixture.keys.private, email })));
      await fixture.gate.reached(83);
      assert.equal((await together(['deliverable@b.example'])).status, 429);
      assert.equal(await validate('deliverable@b.example'), 429);
      fixture.gate.open();
      await Promise.all(held.map(async (each) => (await each).text()));
      assert.equal((await together(['deliverable@b.example'])).status, 200);
    });

    it('charges a caller that leaves for no further address', async () => {
      const gone = new AbortController();
      const response = await post([...addresses(2), ...addresses(50, 'waiting')], { ...asLines, signal: gone.signal });
      const lines = linesOf(response);
      await lines.next();
      await lines.next();
      gone.abort();
      await assert.rejects(lines.next());
      await isAllFree(CREDITS - 2);
      assert.equal(await balance(), CREDITS - 2);
    });

    it('charges nothing for an answer in one piece that nobody waits for', async () => {
      const gone = new AbortController();
      const told = new Promise((resolve) => (fixture.told = ({ status }) => status === 499 && resolve(status)));
      const asked = post([...addresses(2), 'waiting@b.example'], { signal: gone.signal });
      await fixture.gate.reached(1);
      gone.abort();
      await assert.rejects(asked);
      await told;
      assert.equal(await balance(), CREDITS);
    });

    it('never charges more than there is, however many batches there are at once', async () => {
      const random = seeded(seed);
      const pick = (most: number) => Math.floor(random() * most);
      for (let round = 0; round < trials(30); round++) {
        const credits = 1 + pick(120);
        const { id: account } = await fixture.service.accounts.createAccount({ name: 'Random', credits });
        const keys: string[] = [];
        for (let count = 0; count < 3; count++)
          keys.push((await fixture.service.accounts.createKey({ account, kind: 'private' })).key);
        let answered = 0;
        let atLeast = 0;
        const callers = Array.from({ length: 12 }, async (_, caller) => {
          const emails = Array.from(
            { length: 1 + pick(40) },
            (__, index) => `${['deliverable', 'unknown', 'deliverable', 'broken'][pick(4)]}@a${index}.example`,
          );
          const isStreamed = pick(2) === 0;
          const leavesAfter = pick(3) === 0 ? pick(emails.length) : Infinity;
          const response = await post(emails, { key: keys[caller % 3]!, ...(isStreamed && asLines) });
          if (response.status !== 200) {
            assert.ok([402, 429, 500].includes(response.status), String(response.status));
            return void (await response.text());
          }
          answered++;
          const paid = ({ service: { result } }: BatchLine) => result === 'Safe to Send';
          if (!isStreamed) {
            atLeast += ((await response.json()) as Together).results.filter(paid).length;
            return;
          }
          let read = 0;
          for await (const line of linesOf(response)) {
            if (paid(line)) atLeast++;
            if (++read > leavesAfter) break;
          }
        });
        await Promise.all(callers);
        const key = keys[0]!;
        const left = await balance(key);
        assert.ok(left >= 0);
        if (left > 0) await isAllFree(left, key);
        const end = await balance(key);
        assert.ok(answered === 0 || credits - end >= atLeast, `${credits} ${end} ${atLeast}`);
        assert.equal((await usage(account)).credits, credits - end);
      }
    });
  });
};

contract('SQLite', () => Promise.resolve({}));
const { skip, server } = serverForTests();
contract('PostgreSQL', async () => ({ database: await server().newDatabase() }), skip);

describe('batches that are refused', () => {
  let fixture: Fixture;
  beforeEach(async () => void (fixture = await startService()));
  afterEach(() => fixture.end());

  const many = (count: number) => JSON.stringify({ emails: addresses(count) });
  const padded = (octets: number) => many(1).padEnd(octets);

  const faults: readonly (readonly [name: string, body: string, status: number, words: RegExp])[] = [
    ['no body', '', 400, /not a JSON object/],
    ['not JSON', '{"emails": [', 400, /not a JSON object.*"emails"/],
    ['a control character', '\u0000', 400, /not a JSON object/],
    ['null', 'null', 400, /not a JSON object/],
    ['a list', '["deliverable@a.example"]', 400, /not a JSON object/],
    ['no addresses', '{}', 400, /"emails" is not a list/],
    ['a text', '{"emails": "deliverable@a.example"}', 400, /"emails" is not a list/],
    ['an empty list', '{"emails": []}', 400, /1 to 100/],
    ['101 addresses', many(BATCH_ADDRESSES + 1), 400, /has 101 addresses: 100 at most/],
    ['a number among them', '{"emails": ["deliverable@a.example", 5]}', 400, /index 1/],
    ['an empty text among them', '{"emails": [""]}', 400, /index 0/],
    [
      'workspace as a text',
      '{"emails": ["deliverable@a.example"], "workspace": "true"}',
      400,
      /"workspace".*true or false/,
    ],
    [
      'a field that batches do not have',
      '{"emails": ["deliverable@a.example"], "photo": true}',
      400,
      /beside "emails" and "workspace"/,
    ],
    ['an octet too many', padded(BATCH_OCTETS + 1), 413, /65536 octets at most/],
  ];
  for (const [name, body, status, words] of faults)
    it(`${name}: ${status}`, async () => {
      const response = await postBatch(fixture.url, fixture.keys.private, body, { headers: { Accept: NDJSON } });
      const answer = (await response.json()) as Together;
      assert.equal(response.status, status);
      assert.match(answer.error ?? '', words);
      assert.equal(answer.success, '0');
      const { status: next } = await postBatch(fixture.url, fixture.keys.private, addresses(BATCH_ADDRESSES));
      assert.equal(next, 200);
    });

  it('refuses a body of unknown length that is too long', async () => {
    const response = await fetch(`${fixture.url}/v1/batch/?api=${fixture.keys.private}`, {
      method: 'POST',
      body: new Blob([padded(BATCH_OCTETS * 2)]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(response.status, 413);
  });

  it('accepts the longest body, and the path without its slash', async () => {
    const url = `${fixture.url}/v1/batch?api=${fixture.keys.private}`;
    assert.equal((await fetch(url, { method: 'POST', body: padded(BATCH_OCTETS) })).status, 200);
  });

  it('asks a client that waits before its body to send it', async () => {
    const posted = request(`${fixture.url}/v1/batch/?api=${fixture.keys.private}`, {
      method: 'POST',
      headers: { Expect: '100-continue' },
    });
    posted.flushHeaders();
    await once(posted, 'continue');
    const answered = once(posted, 'response') as Promise<[IncomingMessage]>;
    posted.end(many(2));
    const [response] = await answered;
    assert.equal(response.resume().statusCode, 200);
  });

  const isRefused = async (key: string, headers: Record<string, string>, status: number, words: RegExp) => {
    const response = await postBatch(fixture.url, key, many(1), { headers });
    assert.equal(response.status, status);
    const { service, error } = (await response.json()) as Together & BatchLine;
    assert.match(`${error} ${service.reason}`, words);
  };

  it('names the key or the page that may not send one', async () => {
    await isRefused('aaaaaaaaaaaaa', {}, 401, /Wrong API/);
    await isRefused('', {}, 401, /No key was given/);
    await isRefused(fixture.keys.public, { Origin: shop }, 403, /public key.*call from a server/);
    for (const origin of [shop, 'null'])
      await isRefused(fixture.keys.private, { Origin: origin }, 403, /not for pages.*call from a server/);
    await isRefused(fixture.keys.private, { 'Sec-Fetch-Site': 'same-origin' }, 403, /not for pages/);
    assert.deepEqual(
      fixture.entries.map(({ credits }) => credits),
      [0, 0, 0, 0, 0, 0],
    );
  });

  it('accepts no other method, and no other path accepts a POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fixture.get('/v1/batch/', { api: fixture.keys.private }, {}, method);
      assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'POST, OPTIONS']);
      assert.match(((await response.json()) as Together).error ?? '', /A batch is a POST/);
    }
    const preflight = await fixture.get('/v1/batch/', {}, { Origin: shop }, 'OPTIONS');
    assert.equal(preflight.headers.get('Access-Control-Allow-Methods'), 'POST, OPTIONS');
    const response = await fixture.get(
      '/v1/',
      { api: fixture.keys.private, email: 'deliverable@a.example' },
      {},
      'POST',
    );
    assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'GET, OPTIONS']);
  });
});
