import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, it } from 'node:test';
import { createClient, type Client, type ListStatus } from '../../../src/client/index.js';
import { ListError, readHostedList } from '../../../src/service/bulk/index.js';
import type { ListWorkOptions } from '../../../src/service/bulk/list-workers.js';
import { MOST_OPEN_LISTS } from '../../../src/service/bulk/lists.js';
import type { ServiceOptions } from '../../../src/service/index.js';
import { Gate, startService, stubEngine, type Fixture } from './fixture.js';

const url = 'https://lists.shop.example/may.csv';
const lines = [
  'E-Mail',
  'deliverable@shop.example',
  'bounce@shop.example',
  '=1+2@shop.example',
  'unknown@shop.example',
  'deliverable@SHOP.example',
];
const file = [
  'email,result,reason,code,role,free_email,send_transactional,did_you_mean,original',
  'deliverable@shop.example,Safe to Send,Deliverable,5,false,false,1,,',
  'bounce@shop.example,Invalid,Bounce,6,false,false,0,,',
  "'=1+2@shop.example,Safe to Send,Deliverable,5,false,false,1,,",
  'unknown@shop.example,Unknown,Unknown,7,false,false,1,,',
  'deliverable@SHOP.example,Safe to Send,Deliverable,5,false,false,1,,',
  '',
].join('\r\n');
const HOUR = 3_600_000;

const engine = stubEngine();
/** Works on lists of these lines. */
const workOn = (listed: readonly string[] | ListError, more: Partial<ListWorkOptions> = {}): ListWorkOptions => ({
  fetch: () => (listed instanceof ListError ? Promise.reject(listed) : readHostedList(Buffer.from(listed.join('\n')))),
  verify: (address) => engine.verify(address),
  pollMs: 10,
  ...more,
});

/** Through the gate, or called off. */
const passed = (gate: Gate, signal: AbortSignal): Promise<unknown> =>
  Promise.race([
    gate.pass(),
    new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
    ),
  ]);

/** Five hundred addresses, and five hundred that wait. */
const half = Array.from(
  { length: 1_000 },
  (_, index) => `${index < 500 ? 'deliverable' : 'waiting'}${index}@shop.example`,
);
const waitingAt =
  (gate: Gate): ListWorkOptions['verify'] =>
  async (address, signal) => {
    if (address.startsWith('waiting')) await passed(gate, signal);
    return engine.verify(address.replace('waiting', 'deliverable'));
  };

describe('lists over HTTP', () => {
  let fixture: Fixture;
  let client: Client;
  const begin = async (more: Partial<ServiceOptions> = {}): Promise<void> => {
    fixture = await startService(more);
    client = createClient({ baseUrl: fixture.url, apiKey: fixture.keys.private });
  };
  afterEach(() => fixture.end());

  const upload = (query: Record<string, string> = {}) =>
    fixture.get('/v1/upload/', { api: fixture.keys.private, url, ...query });
  const until = async (listId: string, isIt: (status: ListStatus) => boolean): Promise<ListStatus> => {
    for (;;) {
      const status = await client.listStatus(listId);
      if (isIt(status)) return status;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const ended = (listId: string) => until(listId, ({ status }) => !['queued', 'processing'].includes(status));
  /** Another account with so many credits. */
  const another = async (credits: number): Promise<{ readonly account: number; readonly client: Client }> => {
    const { id: account } = await fixture.service.accounts.createAccount({ name: 'Other', credits });
    const { key } = await fixture.service.accounts.createKey({ account, kind: 'private' });
    return { account, client: createClient({ baseUrl: fixture.url, apiKey: key }) };
  };
  const completed = async (
    more: Partial<ServiceOptions> = {},
  ): Promise<{ readonly listId: string; readonly link: string }> => {
    await begin({ listWork: workOn(lines), ...more });
    const { listId } = await client.uploadList({ url });
    const { status, downloadLink } = await ended(listId);
    assert.equal(status, 'completed');
    return { listId, link: downloadLink };
  };

  it("are accepted at once, in the interface's body", async () => {
    await begin();
    const response = await upload();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    const { service, success } = (await response.json()) as { service: Record<string, string>; success: string };
    assert.match(service['list_id'] ?? '', /^[\da-f]{32}$/);
    assert.deepEqual({ ...service, list_id: '' }, { list_id: '', list_name: 'may.csv' });
    assert.equal(success, '1');
    const status = await fixture.get('/v1/status/', { api: fixture.keys.private, list_id: service['list_id'] ?? '' });
    assert.deepEqual(await status.json(), {
      service: { list_id: service['list_id'], status: 'queued', percentage: '0', download_link: '' },
      success: '1',
    });
    const alias = await fixture.get('/v1/status', { api_key: fixture.keys.private, task_id: service['list_id'] ?? '' });
    assert.equal(alias.status, 200);
  });

  it('have the given name, or that of their file', async () => {
    await begin();
    const name = async (list: { url: string; name?: string }) => (await client.uploadList(list)).listName;
    assert.equal(await name({ url, name: 'Spring' }), 'Spring');
    assert.equal(await name({ url: 'https://lists.shop.example/a%20b%C3%BC.TXT?x=1.csv' }), 'a bü.TXT');
    assert.equal(await name({ url: 'https://lists.shop.example/%E0%A4.csv' }), '%E0%A4.csv');
    for (const bad of ['x'.repeat(201), 'a\tb'])
      await assert.rejects(client.uploadList({ url: `${url}?2`, name: bad }), {
        code: 'bad-request',
        message: /"name" must have at most 200/,
      });
  });

  it('are refused if their URL breaks a rule; the answer has the rule beside the fixed message', async () => {
    await begin();
    const rules: readonly (readonly [string, RegExp])[] = [
      ['', /"url" is missing/],
      ['http://lists.shop.example/may.csv', /begin with https/],
      ['may.csv', /begin with https/],
      ['https://lists.shop.example/may.xlsx', /ends in \.csv or \.txt/],
      ['https://lists.shop.example/may?file=a.csv', /ends in \.csv or \.txt/],
      ['https://www.dropbox.com/s/1/may.csv', /file-sharing/],
      ['https://jane:secret@lists.shop.example/may.csv', /not contain a user or password/],
      [`https://lists.shop.example/${'a'.repeat(2_000)}.csv`, /at most 2000 characters/],
    ];
    for (const [bad, rule] of rules) {
      const response = await upload({ url: bad });
      assert.equal(response.status, 400, bad);
      const { service, success, error } = (await response.json()) as {
        service: Record<string, string>;
        success: string;
        error: string;
      };
      assert.deepEqual(
        [service['error'], service['code'], success, error],
        ['URL parameter is not valid.', '0', '0', 'URL parameter is not valid.'],
      );
      assert.match(service['reason'] ?? '', rule, bad);
    }
    await assert.rejects(client.uploadList({ url: 'http://lists.shop.example/may.csv' }), {
      code: 'bad-list-url',
      message: /https:\/\//,
    });
  });

  it('are private: a public key, a missing key and an account without credits are refused', async () => {
    await begin();
    assert.equal((await upload({ api: 'none' })).status, 401);
    assert.equal((await fixture.get('/v1/upload/', { api: fixture.keys.public, url })).status, 403);
    assert.equal((await fixture.get('/v1/status/', { api: fixture.keys.public, list_id: '7' })).status, 403);
    const poor = await another(0);
    await assert.rejects(poor.client.uploadList({ url }), { code: 'no-credits' });
    await fixture.service.accounts.grantCredits(poor.account, 1);
    assert.ok((await poor.client.uploadList({ url })).listId);
  });

  it('are unknown to every other account, like a list that never existed', async () => {
    await begin();
    const { listId } = await client.uploadList({ url });
    const other = await another(10);
    const theirs = await other.client.uploadList({ url });
    assert.notEqual(theirs.listId, listId);
    const { key } = await fixture.service.accounts.createKey({ account: other.account, kind: 'private' });
    for (const list_id of [listId, '0'.repeat(32), 'x', "' OR 1=1 --", listId.toUpperCase(), ` ${listId}`]) {
      const response = await fixture.get('/v1/status/', { api: key, list_id });
      assert.equal(response.status, 200, list_id);
      assert.deepEqual(await response.json(), {
        service: { error: 'List ID is not valid.', code: '0' },
        success: '0',
        error: 'List ID is not valid.',
      });
    }
  });

  it('are the same list while one with the same URL has not ended, also without credits', async () => {
    await begin();
    const { listId } = await client.uploadList({ url: `${url}#top`, name: 'One' });
    assert.equal((await client.uploadList({ url, name: 'Two' })).listId, listId);
    assert.ok(await fixture.service.lists.cancel(fixture.account, listId));
    assert.notEqual((await client.uploadList({ url })).listId, listId);
    const poor = await another(1);
    const first = await poor.client.uploadList({ url });
    await assert.rejects(
      poor.client
        .uploadList({ url: `${url}?2` })
        .then(() => poor.client.uploadList({ url: `${url}?3` }))
        .then(() => Promise.reject(new Error('enough'))),
      /enough/,
    );
    assert.equal((await poor.client.uploadList({ url })).listId, first.listId);
  });

  it('are refused beyond a hundred that have not ended', async () => {
    await begin();
    for (let count = 0; count < MOST_OPEN_LISTS; count++) await client.uploadList({ url: `${url}?${count}` });
    await assert.rejects(client.uploadList({ url }), { code: 'busy', message: /100 lists that have not ended/ });
    assert.ok((await client.uploadList({ url: `${url}?7` })).listId);
  });

  it('are worked on in order, with a correct progress', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(half, { verify: waitingAt(gate) }) });
    const [first, second] = [await client.uploadList({ url }), await client.uploadList({ url: `${url}?2` })];
    await until(first.listId, ({ percentage }) => percentage === 50);
    assert.deepEqual(await client.listStatus(first.listId), {
      listId: first.listId,
      status: 'processing',
      percentage: 50,
      downloadLink: '',
      reason: '',
      column: '',
    });
    assert.deepEqual(await client.listStatus(second.listId), {
      listId: second.listId,
      status: 'queued',
      percentage: 0,
      downloadLink: '',
      reason: '',
      column: '',
    });
    gate.open();
    const done = await ended(first.listId);
    assert.deepEqual([done.status, done.percentage], ['completed', 100]);
    assert.ok(done.downloadLink);
  });

  it('fail with a sentence for the person who uploaded them', async () => {
    await begin({
      listWork: workOn(
        new ListError('status', "The list's server answers with status 404: it has nothing there: check the URL."),
      ),
    });
    const { listId } = await client.uploadList({ url });
    const { status, reason, downloadLink, percentage } = await ended(listId);
    assert.deepEqual([status, downloadLink, percentage], ['failed', '', 0]);
    assert.match(reason, /status 404/);
  });

  it('pause without credits, report it, and continue after a grant', async () => {
    await begin({
      listWork: workOn(['deliverable1@shop.example', 'deliverable2@shop.example', 'deliverable3@shop.example']),
    });
    const poor = await another(2);
    const asOthers = client;
    client = poor.client;
    const { listId } = await client.uploadList({ url });
    const { status, reason, percentage } = await until(listId, ({ reason }) => reason !== '');
    assert.deepEqual([status, percentage], ['processing', 66]);
    assert.match(reason, /no credits left/);
    assert.equal((await client.balance()).balance, 0);
    await fixture.service.accounts.grantCredits(poor.account, 5);
    assert.equal((await ended(listId)).status, 'completed');
    assert.equal((await client.balance()).balance, 4);
    client = asOthers;
  });

  it('continue where they were after the service was stopped', async () => {
    const gate = new Gate();
    const asked: string[] = [];
    const many = Array.from({ length: 700 }, (_, index) => `deliverable${index}@shop.example`);
    const verify: ListWorkOptions['verify'] = async (address, signal) => {
      asked.push(address);
      if (asked.length > 600) await passed(gate, signal);
      return engine.verify(address);
    };
    await begin({ listWork: workOn(many, { verify }) });
    const { listId } = await client.uploadList({ url });
    await until(listId, ({ percentage }) => percentage > 70);
    const { database } = fixture;
    await fixture.service.close();
    const before = asked.splice(0).slice(0, 500);
    gate.open();
    const next = await startService({ database, listWork: workOn(many, { verify }) });
    client = createClient({ baseUrl: next.url, apiKey: fixture.keys.private });
    assert.equal((await ended(listId)).status, 'completed');
    assert.equal(asked.length, 200);
    assert.equal(new Set([...before, ...asked]).size, 700);
    assert.equal((await client.balance()).balance, 300);
    await next.service.close();
  });

  it('have their results in order, with repeated lines', async () => {
    const { link } = await completed();
    assert.match(link, new RegExp(`^${fixture.url}/v1/download/\\?file=[\\w.]+$`));
    const response = await fetch(link, { headers: { 'Accept-Encoding': 'identity' } });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), file);
    const header = (name: string) => response.headers.get(name);
    assert.match(header('content-type') ?? '', /^text\/csv; charset=utf-8/);
    assert.equal(header('content-length'), String(Buffer.byteLength(file)));
    assert.equal(
      header('content-disposition'),
      `attachment; filename="may-results.csv"; filename*=UTF-8''may-results.csv`,
    );
    assert.equal(header('cache-control'), 'no-store');
    assert.equal(header('access-control-allow-origin'), '*');
    assert.equal((await client.balance()).balance, 997, 'the one that stood twice was paid once, the unknown one not');
    assert.deepEqual((await client.usage({ start: '20-08-14', end: new Date().toISOString().slice(2, 10) })).calls, 4);
  });

  it('are sent with gzip if that is accepted', async () => {
    const { link } = await completed();
    const response = await fetch(link, { headers: { 'Accept-Encoding': 'br, gzip;q=0.5' } });
    assert.equal(response.headers.get('content-encoding'), 'gzip');
    assert.equal(response.headers.get('vary'), 'Accept-Encoding');
    assert.equal(await response.text(), file);
    for (const none of ['gzip;q=0', 'br', 'identity'])
      assert.equal(
        (await fetch(link, { headers: { 'Accept-Encoding': none } })).headers.get('content-encoding'),
        null,
        none,
      );
  });

  it('have ranges, so that a download can be resumed', async () => {
    const { link } = await completed();
    const bytes = Buffer.from(file);
    const size = bytes.length;
    const whole = await fetch(link, { headers: { 'Accept-Encoding': 'identity' } });
    const etag = whole.headers.get('etag') ?? '';
    await whole.text();
    const ask = async (range: string, headers: Record<string, string> = {}) => {
      const response = await fetch(link, { headers: { Range: range, ...headers } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    assert.deepEqual(await ask('bytes=0-4'), [206, `bytes 0-4/${size}`, 'email']);
    assert.deepEqual(await ask('bytes=100-'), [206, `bytes 100-${size - 1}/${size}`, bytes.subarray(100).toString()]);
    assert.deepEqual(await ask('bytes=-10'), [
      206,
      `bytes ${size - 10}-${size - 1}/${size}`,
      bytes.subarray(-10).toString(),
    ]);
    assert.deepEqual(await ask('bytes=5-99999999'), [206, `bytes 5-${size - 1}/${size}`, bytes.subarray(5).toString()]);
    assert.deepEqual(await ask(`bytes=${size}-`), [416, `bytes */${size}`, '']);
    assert.deepEqual(await ask('bytes=-0'), [416, `bytes */${size}`, '']);
    for (const none of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'bytes=a-b'])
      assert.deepEqual(await ask(none), [200, null, file], none);
    assert.deepEqual(await ask('bytes=0-4', { 'If-Range': etag }), [206, `bytes 0-4/${size}`, 'email']);
    assert.deepEqual(await ask('bytes=0-4', { 'If-Range': '"another"' }), [200, null, file]);
    let rebuilt = '';
    for (let at = 0; at < size; at += 7) rebuilt += (await ask(`bytes=${at}-${at + 6}`))[2] as string;
    assert.equal(rebuilt, file);
    const head = await fetch(link, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), head.headers.get('accept-ranges'), head.headers.get('etag')],
      [200, String(size), 'bytes', etag],
    );
  });

  it('have a link that cannot be guessed or changed, and that ends after a day', async () => {
    let now = Date.UTC(2026, 0, 2, 3, 30);
    const { listId, link } = await completed({ now: () => now });
    const token = new URL(link).searchParams.get('file') ?? '';
    const statusOf = async (file: string) => (await fixture.get('/v1/download/', { file })).status;
    assert.equal(await statusOf(token), 200);
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`;
      assert.equal(await statusOf(changed), 404, changed);
    }
    for (const none of ['', 'x', `${token}x`, token.toUpperCase(), listId])
      assert.equal(await statusOf(none), 404, none);
    assert.equal((await client.listStatus(listId)).downloadLink, link, 'it is the same for an hour');
    now += 24 * HOUR;
    assert.equal(await statusOf(token), 200);
    now += HOUR;
    const late = await fixture.get('/v1/download/', { file: token });
    assert.equal(late.status, 410);
    assert.match(((await late.json()) as { error: string }).error, /expired/);
    assert.notEqual((await client.listStatus(listId)).downloadLink, link);
  });

  it('have a link to where the service is reached from outside', async () => {
    const { listId } = await completed({ trustedHops: 1 });
    const linkFrom = async (headers: Record<string, string>) => {
      const response = await fixture.get('/v1/status/', { api: fixture.keys.private, list_id: listId }, headers);
      return ((await response.json()) as { service: { download_link: string } }).service.download_link;
    };
    assert.match(await linkFrom({ 'X-Forwarded-Proto': 'https' }), /^https:\/\/127\.0\.0\.1:\d+\/v1\/download\//);
    await fixture.end();
    const { link } = await completed({ publicUrl: 'https://check.shop.example' });
    assert.match(link, /^https:\/\/check\.shop\.example\/v1\/download\/\?file=/);
  });

  it('have the results written before they were cancelled', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(half, { verify: waitingAt(gate), leaseMs: 300 }) });
    const { listId } = await client.uploadList({ url });
    await until(listId, ({ percentage }) => percentage === 50);
    assert.ok(await fixture.service.lists.cancel(fixture.account, listId));
    assert.equal(await fixture.service.lists.cancel(fixture.account, listId), false);
    const { status, downloadLink, percentage } = await client.listStatus(listId);
    assert.deepEqual([status, percentage], ['cancelled', 50]);
    const rows = (await (await fetch(downloadLink)).text()).split('\r\n');
    assert.equal(rows.length, 1_002);
    assert.match(rows[500] ?? '', /^deliverable499@shop\.example,Safe to Send,/);
    assert.equal(rows[501], 'waiting500@shop.example,,,,,,,,');
    assert.equal((await client.balance()).balance, 500);
    gate.open();
  });

  it('are deleted with their results after the retention time', async () => {
    let now = Date.UTC(2026, 0, 2, 3, 30);
    const { listId, link } = await completed({ now: () => now, retain: 400, retainLists: 30 });
    now += 31 * 24 * HOUR;
    const token = new URL(link).searchParams.get('file') ?? '';
    assert.equal((await fixture.get('/v1/download/', { file: token })).status, 410);
    const { database } = fixture;
    await fixture.service.close();
    // Off for a month, as a clock that is wrong would have it too.
    const next = await startService({ database, now: () => now, retain: 400, retainLists: 30, acceptsClock: true });
    client = createClient({ baseUrl: next.url, apiKey: fixture.keys.private });
    await until(listId, () => true).then(
      () => assert.fail('the list is still there'),
      (error: { code?: string }) => assert.equal(error.code, 'unknown-list'),
    );
    await next.service.close();
  });

  it('continue when the key of their upload is revoked: they belong to the account', async () => {
    const gate = new Gate();
    await begin({ listWork: workOn(half, { verify: waitingAt(gate) }) });
    const { key, id } = await fixture.service.accounts.createKey({ account: fixture.account, kind: 'private' });
    const { listId } = await createClient({ baseUrl: fixture.url, apiKey: key }).uploadList({ url });
    await until(listId, ({ percentage }) => percentage === 50);
    assert.ok(await fixture.service.accounts.revokeKey(id));
    gate.open();
    assert.equal((await ended(listId)).status, 'completed');
    assert.equal((await client.balance()).balance, 0);
  });

  it('have downloads that break off, with an internal report, if the list is deleted meanwhile', async () => {
    // Random letters, of which gzip leaves three quarters: more than the system's buffers take, as what is sent without it.
    for (const [encoding, length] of [
      ['gzip', 5_000],
      ['identity', 3_800],
    ] as const) {
      const random = Array.from(
        { length },
        (_, index) => `unknown${randomBytes(2_250).toString('base64url')}${index}@shop.example`,
      );
      const { link } = await completed({ listWork: workOn(random) });
      const response = await fetch(link, { headers: { 'Accept-Encoding': encoding } });
      const reader = response.body!.getReader();
      await reader.read();
      assert.equal(await fixture.service.lists.forgetOlderThan(-1), 1);
      await assert.rejects(async () => {
        while (!(await reader.read()).done);
      }, encoding);
      assert.match(String(fixture.faults[0]), /lacks lines/);
      await fixture.end();
    }
    await begin();
  });

  it('are counted in the metrics: results and credits', async () => {
    const events: unknown[] = [];
    await completed({ onList: (event) => void events.push(event) });
    const isEnded = (event: unknown) => (event as { kind: string }).kind === 'ended';
    assert.deepEqual(
      events.filter((event) => !isEnded(event)),
      [
        {
          kind: 'answered',
          accountId: fixture.account,
          results: ['Safe to Send', 'Invalid', 'Safe to Send', 'Unknown'],
          credits: 3,
        },
      ],
    );
    const [end = {}] = events.filter(isEnded) as Record<string, unknown>[];
    assert.deepEqual(
      { ...end, milliseconds: 0 },
      { kind: 'ended', milliseconds: 0, accountId: fixture.account, state: 'completed', addresses: 4 },
    );
    assert.equal(JSON.stringify(events).includes('@'), false);
  });
});
