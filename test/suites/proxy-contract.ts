import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer, text as received } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { json, raw, refusal, startLoopback, type Answer, type Loopback } from '../client/loopback.js';
import { startService, type Fixture } from '../service/app/fixture.js';
import { verifyReceipt } from '../../src/proxy/receipt.js';
import { keptCall, type KeptCall } from '../kept-call.js';
import type { MountOptions } from '../runtimes/mount-options.js';

/** A key proxy behind a real server. */
export interface Mounted {
  /** Of the server's root. */
  readonly url: string;
  end(): Promise<void>;
}

const apiKey = 'Kq7ZwX2mVt9Lp';
const fromPage = { 'Sec-Fetch-Site': 'same-origin' };
const byOwner = { ...fromPage, 'x-person': 'owner', 'email-check': '1' };

/** For tests that count what is paid: the detector, which is asked before, is not there. */
const withoutDetector = { disposableUrl: 'http://127.0.0.1:9' } as const;

/** A key as it may be hidden in an answer: whole, percent-encoded once and twice, in parts. */
const encodedKey = [...apiKey].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
const disguises = [
  apiKey,
  encodedKey,
  encodedKey.replaceAll('%', '%25'),
  apiKey.slice(0, 7),
  apiKey.slice(-6),
  apiKey.toUpperCase(),
];

/** Fails where an answer holds the key in any of its disguises. */
const assertNoKey = (text: string, where: string): void => {
  for (const disguise of [
    ...disguises,
    ...Array.from({ length: apiKey.length - 4 }, (_, at) => apiKey.slice(at, at + 5)),
  ])
    assert.ok(
      !text.toLowerCase().includes(disguise.toLowerCase()),
      `${where}: ${disguise} is in ${text.slice(0, 300)}`,
    );
};

const verdict = {
  email: 'jane@shop.example',
  code: '5',
  role: 'false',
  free_email: 'false',
  result: 'Safe to Send',
  reason: 'Deliverable',
  send_transactional: '1',
  did_you_mean: '',
};

/** Calls with good parameters, by path. */
const goodCalls: Readonly<Record<string, string>> = {
  validate: 'email=jane@shop.example',
  disposable: 'email=shop.example',
  'logo/shop.example': '',
  reverse: 'email=jane@shop.example',
  balance: '',
  usage: 'start=20-08-14&end=20-08-15',
  'lists/upload': 'url=https://lists.shop.com/a.csv&name=May',
  'lists/status': 'list_id=7',
};
const accountCalls = ['reverse', 'balance', 'usage', 'lists/upload', 'lists/status'];

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly error: string;
  readonly body: Record<string, unknown>;
}

const asAnswered = async (response: Response): Promise<Answered> => {
  const text = await response.text();
  const body =
    response.headers.get('content-type') === 'application/json' ? (JSON.parse(text) as Record<string, unknown>) : {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    error: typeof body['error'] === 'string' ? body['error'] : '',
  };
};

/** As one of many visitors, behind a trusted hop. */
const asVisitor = (number: number) => ({ ...fromPage, 'X-Forwarded-For': `198.51.100.${number}` });

/** A connection of its own. */
interface Line {
  ask(path: string): Promise<Answered>;
  readonly socket: Socket;
}

/** Opens a connection and keeps it: what is asked on one of several such arrives in the order in which it was asked. */
const openLine = async (url: string, headers: Readonly<Record<string, string>> = fromPage): Promise<Line> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let socket: Socket | undefined;
  const ask = async (path: string): Promise<Answered> => {
    const request = httpRequest(`${url}/email-check/${path}`, { agent, headers }).end();
    request.once('socket', (given) => (socket = given));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return asAnswered(
      new Response(await buffer(response), {
        status: response.statusCode ?? 0,
        headers: { 'Content-Type': response.headers['content-type'] ?? '' },
      }),
    );
  };
  await ask('nothing');
  return { ask, socket: socket! };
};

/** What a runtime does in its own way, so that the key proxy cannot. */
export interface RuntimeTraits {
  /** Its `fetch` sends a GET again whose kept connection was lost before the answer, as RFC 9110 §9.2.2 lets it: an upload may arrive twice. */
  readonly resendsLostGets?: true;
  /** A caller who closes a connection may still read from it (RFC 9293 §3.6): only from one that is reset does it see that the caller left. */
  readonly seesResetsAlone?: true;
  /** It resolves the path of a target before anyone sees it: there is nothing left to refuse. */
  readonly resolvesTargets?: true;
}

/** A call that hangs fails its suite: in milliseconds. */
const LONGEST_SUITE = 300_000;

/** What any mount of the key proxy does, whatever runtime it is in. */
export const proxyContract = (
  name: string,
  mount: (options: MountOptions) => Promise<Mounted>,
  traits: RuntimeTraits = {},
): void =>
  void describe(`the key proxy in ${name}`, { timeout: LONGEST_SUITE }, () => {
    let upstream: Loopback;
    const mounts: Mounted[] = [];
    before(async () => {
      upstream = await startLoopback();
    });
    afterEach(async () => {
      for (const each of mounts.splice(0)) await each.end();
    });
    after(() => upstream.end());

    const open = async (options: Partial<MountOptions> = {}) => {
      const { url } = await mount({ apiKey, baseUrl: upstream.url, ...options }).then(
        (each) => (mounts.push(each), each),
      );
      const ask = async (path: string, headers: Record<string, string> = fromPage, call: KeptCall = {}) =>
        asAnswered(await keptCall(`${url}/email-check/${path}`, { ...call, headers }));
      const post = (path: string, body: string, headers: Record<string, string> = {}) =>
        ask(path, { ...fromPage, 'Content-Type': 'application/json', ...headers }, { method: 'POST', body });
      return { url, ask, post };
    };
    const withQuery = (path: string) => `${path}?${goodCalls[path]}`;

    describe('in front of our own service', () => {
      let service: Fixture;
      before(async () => (service = await startService()));
      after(() => service.end());

      it('answers every call that is open to the caller, and shows no page a balance', async () => {
        const { ask, post } = await open({ apiKey: service.keys.private, baseUrl: service.url, hasOwner: true });
        const validated = await ask('validate?email=deliverable%2Ba@shop.example');
        assert.equal(validated.status, 200);
        assert.deepEqual(validated.body, {
          service: { ...verdict, email: 'deliverable+a@shop.example' },
          success: '1',
        });
        assert.equal(validated.headers.get('cache-control'), 'no-store');
        const posted = await post('validate', '{"email":"accept-all@shop.example"}');
        assert.equal((posted.body['service'] as { result: string }).result, 'Risky');
        assert.deepEqual((await ask('disposable/?email=jane@mailinator.example')).body, { disposable: 'true' });
        const logo = await ask('logo/shop.example');
        assert.equal(logo.headers.get('content-type'), 'image/png');
        assert.match(logo.text, /^.PNG/);
        const empty = await ask('logo/shop.example?monogram=0');
        assert.equal(empty.headers.get('content-type'), 'image/png');
        assert.ok(empty.text.length < 100, 'in place of the monogram');
        const balance = await ask('balance', byOwner);
        assert.deepEqual(balance.body, { balance: '998', success: '1' });
        const usage = await ask(withQuery('usage'), byOwner);
        assert.equal((usage.body['service'] as { api: string }).api, '*************');
        assert.equal(
          (await post('reverse', '{"email":"jane@shop.example"}', byOwner)).body['email'],
          'jane@shop.example',
        );
      });
    });

    describe('is closed', () => {
      it('to account calls until authorize allows them, for any request', async () => {
        upstream.answer(json({ balance: '1' }));
        const closed = await open();
        const owned = await open({ hasOwner: true });
        for (const path of accountCalls) {
          assert.equal((await closed.ask(withQuery(path), byOwner)).status, 403, path);
          assert.equal((await owned.ask(withQuery(path), { ...byOwner, 'x-person': 'other' })).status, 403, path);
          assert.equal(
            (await owned.ask(withQuery(path), { ...byOwner, 'Sec-Fetch-Site': 'cross-site' })).status,
            403,
            path,
          );
          // A prefetch of a page has the cookie of its visitor, and no header of a script.
          const unmarked = await owned.ask(withQuery(path), { ...byOwner, 'email-check': '' });
          assert.equal(unmarked.status, 403, path);
          assert.match(unmarked.error, /needs the header "email-check: 1"/);
        }
        assert.deepEqual(upstream.asked, []);
      });

      it('to other sites, and to requests without their origin', async () => {
        upstream.answer(json({ service: verdict, success: '1' }));
        const site = await open({ origins: ['https://shop.example'] });
        const rows: readonly (readonly [Record<string, string>, number])[] = [
          [fromPage, 200],
          [{ Origin: 'https://shop.example' }, 200],
          [{ Origin: 'https://shop.example.evil.example' }, 403],
          [{ Origin: 'http://shop.example' }, 403],
          [{ Origin: 'null' }, 403],
          [{ Origin: site.url }, 403],
          [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
          [{ 'Sec-Fetch-Site': 'same-site' }, 403],
          [{ 'Sec-Fetch-Site': 'none' }, 403],
          [{}, 403],
        ];
        for (const [headers, status] of rows)
          assert.equal((await site.ask(withQuery('validate'), headers)).status, status, JSON.stringify(headers));
        const { ask } = await open({ allowUnmarked: true });
        assert.equal((await ask(withQuery('validate'), {})).status, 200);
        assert.equal((await ask(withQuery('validate'), { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
      });

      it('to unknown calls, with a list of the known ones', async () => {
        const { ask, post, url } = await open();
        upstream.answer(json({ service: verdict, success: '1' }));
        const refusals: readonly (readonly [Promise<Answered>, number, RegExp])[] = [
          [ask('nothing'), 404, /no call at this address/],
          [ask('logo'), 404, /no call at this address/],
          [ask(withQuery('validate'), fromPage, { method: 'DELETE' }), 405, /GET or POST/],
          [ask('balance', fromPage, { method: 'POST' }), 405, /GET/],
          [post('validate', '{"email":"jane@shop.example","api":"1"}'), 400, /"api".*takes: email/],
          [ask('validate?email=jane@shop.example&email=joe@shop.example'), 400, /"email" is repeated/],
          [ask('validate'), 400, /"email" is missing/],
          [ask('validate?email=jane'), 400, /"email" is not an address/],
          [ask('validate?email=jane@shop.example&append=maybe'), 400, /"append" must be true or false/],
          [ask('validate?email=jane@shop.example&append=true'), 403, /"append"/],
          [ask('validate?email=jane@shop.example&photo=1'), 403, /"photo"/],
          [ask('validate?email=jane@shop.example&workspace=true'), 403, /"workspace"/],
          [ask('disposable?email=@@'), 400, /neither an address nor a domain/],
          [ask('logo/a%00b'), 400, /domain/],
          [ask('logo/shop.example?monogram=2'), 400, /"monogram" must be 0 or 1/],
          [ask('logo/shop.example?monogram=0&monogram=1'), 400, /"monogram" is repeated/],
          [ask(`validate?email=${'a'.repeat(9_000)}`), 414, /8192/],
          [post('validate', '{"email":["jane@shop.example"]}'), 400, /"email" must be a text/],
          [post('validate', '{"email":'), 400, /not a JSON object/],
          [post('validate', '[]'), 400, /not a JSON object/],
          [post('validate', JSON.stringify({ email: 'a'.repeat(5_000) })), 413, /4096/],
          [post('validate?email=jane@shop.example', '{}'), 400, /leave them out of the query/],
          [
            post('validate', 'email=jane@shop.example', { 'Content-Type': 'application/x-www-form-urlencoded' }),
            415,
            /application\/json/,
          ],
        ];
        for (const [answering, status, words] of refusals) {
          const { error, ...answer } = await answering;
          assert.match(error, words);
          assert.equal(answer.status, status, error);
          assert.equal(answer.body['success'], '0');
        }
        assert.equal((await fetch(`${url}/`, { headers: fromPage })).status, 404);
        assert.deepEqual(upstream.asked, []);
      });

      it('to no call for parameters that a framework adds to its query', async () => {
        const { ask, post } = await open(withoutDetector);
        upstream.answer(json({ service: verdict, success: '1' }));
        const added = 'path=validate&path=x&api=1';
        assert.equal((await ask(`validate?email=jane@shop.example&${added}`)).status, 200);
        assert.equal((await post(`validate?${added}`, '{"email":"joe@shop.example"}')).status, 200);
        assert.equal(upstream.asked.length, 2);
        for (const url of upstream.asked) assert.doesNotMatch(url, /path=|api=1(?:&|$)/);
      });

      it(
        'to targets that are not in normal form',
        { skip: traits.resolvesTargets && 'the runtime resolves them' },
        async () => {
          const { url } = await open({ hasOwner: true, allowUnmarked: true });
          upstream.answer(json({ balance: '5', success: '1' }));
          const statusOf = async (target: string): Promise<number> => {
            const socket = connect(Number(new URL(url).port), '127.0.0.1');
            const headers = Object.entries({ Host: new URL(url).host, Connection: 'close', ...byOwner });
            socket.write(`GET ${target} HTTP/1.1\r\n${headers.map((each) => `${each.join(': ')}\r\n`).join('')}\r\n`);
            return Number(/^HTTP\/1.1 (\d+)/.exec(await received(socket))?.[1]);
          };
          assert.equal(await statusOf('/email-check/balance'), 200);
          for (const target of [
            '/email-check\\balance',
            '/email-check/x\\..\\balance',
            '/email-check/x/../balance',
            '/email-check/x/%2e%2e/balance',
            '/email-check/x/.%2E/balance',
            '/email-check/./balance',
            '/email-check/%2e/balance',
            '/x/../email-check/balance',
            '/email-check//balance',
            '//email-check/balance',
          ])
            assert.equal(await statusOf(target), 404, target);
          assert.equal(upstream.asked.length, 1);
        },
      );

      it('to impossible dates, and to list URLs that break a rule', async () => {
        const { ask } = await open({ hasOwner: true });
        upstream.answer(json({}));
        for (const [query, words] of [
          ['start=20-02-30&end=21-01-01', /"start".*not a date/],
          ['start=2020-01-01&end=21-01-01', /"start".*YY-MM-DD/],
          ['start=20-08-13&end=21-01-01', /"start".*20-08-14/],
          ['start=21-01-02&end=21-01-01', /"start" is after "end"/],
          ['start=21-01-01&end=98-01-01', /"end" is after today/],
        ] as const)
          assert.match((await ask(`usage?${query}`, byOwner)).error, words);
        for (const url of [
          'http://lists.shop.com/a.csv',
          'https://lists.shop.com/a.xls',
          'https://www.dropbox.com/a.csv',
          'https://10.0.0.1/a.csv',
          'https://0x7f000001/a.txt',
          'https://[::1]/a.csv',
          'https://[::ffff:10.0.0.1]/a.csv',
          'https://intranet/a.csv',
          'https://db.internal/a.csv',
          'https://u:p@lists.shop.com/a.csv',
          'nonsense',
        ]) {
          const { status, error, body } = await ask(`lists/upload?url=${encodeURIComponent(url)}`, byOwner);
          assert.deepEqual([status, error], [400, 'URL parameter is not valid.'], url);
          assert.match((body['service'] as { reason: string }).reason, /^The list's URL must /);
        }
        assert.deepEqual(upstream.asked, []);
      });
    });

    describe('keeps the key', () => {
      const echoes = (disguise: string): Answer =>
        json({
          service: {
            ...verdict,
            reason: `Deliverable ${disguise}`,
            did_you_mean: `${disguise}@shop.example`,
            fullname: disguise,
            api: disguise,
            calls: '1',
            start: disguise,
            list_id: disguise,
            list_name: disguise,
            status: 'completed',
            download_link: `https://x.example/?api=${disguise}`,
          },
          success: '1',
          disposable: 'true',
          balance: '1',
          email: disguise,
          data: { name: disguise, [disguise]: [{ deep: disguise }] },
          extra: disguise,
        });

      it('if the service echoes it in its answers', async () => {
        const { ask } = await open({ hasOwner: true, allow: ['append'], cache: false });
        for (const disguise of disguises) {
          upstream.answer(echoes(disguise));
          for (const path of Object.keys(goodCalls)) {
            const { status, text, headers } = await ask(withQuery(path), byOwner);
            assert.equal(status, path.startsWith('logo') ? 502 : 200, path);
            assertNoKey(`${text} ${JSON.stringify([...headers])}`, path);
          }
          assertNoKey((await ask('validate?email=jane@shop.example&append=true')).text, 'append');
        }
      });

      it('if the service echoes it in errors, headers, pages and pictures', async () => {
        const { ask } = await open({ hasOwner: true, dailyPerVisitor: 1_000 });
        const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(apiKey)]).toString('latin1');
        const hostile: readonly Answer[] = [
          ...[400, 401, 402, 403, 500, 503].map((status) => refusal(`Bad ${apiKey}`, status)),
          refusal(`Odd ${apiKey}`),
          refusal(`The number of calls per day of ${apiKey}`, 429),
          raw(`<h1>${apiKey}</h1>`),
          raw(`<h1>${apiKey}</h1>`, 500),
          (response) => response.writeHead(200, { 'X-Key': apiKey, 'Set-Cookie': `key=${apiKey}` }).end('{}'),
          (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from(png, 'latin1')),
        ];
        for (const each of hostile) {
          upstream.answer(each);
          for (const path of Object.keys(goodCalls)) {
            const { status, text, headers } = await ask(withQuery(path), byOwner);
            assert.ok(status >= 400, `${path} ${status}`);
            assertNoKey(`${text} ${JSON.stringify([...headers])}`, path);
          }
        }
      });

      it('and does not reveal by an answer whether a guess is in it', async () => {
        const { ask } = await open({ cache: false });
        const guess = `${apiKey.slice(0, 6)}@shop.example`;
        upstream.answer(json({ service: { ...verdict, email: guess, did_you_mean: guess }, success: '1' }));
        const { body } = await ask(`validate?email=${guess}`);
        assert.deepEqual(body['service'], { ...verdict, email: guess, did_you_mean: guess });
      });

      it('from the targets of redirects, and follows only redirects within the service', async () => {
        const { ask } = await open({ hasOwner: true, cache: false });
        const elsewhere = await startLoopback(json({ service: verdict, success: '1' }));
        try {
          for (const location of [
            elsewhere.url,
            `${elsewhere.url}/?api=${apiKey}`,
            '//[',
            'ftp://x.example/',
            upstream.url.replace('http:', 'https:'),
          ]) {
            upstream.answer((response) => response.writeHead(302, { Location: location }).end());
            for (const path of ['validate', 'balance', 'disposable', 'lists/upload', 'logo/shop.example']) {
              const { status, text, headers } = await ask(withQuery(path), byOwner);
              assert.equal(status, 502);
              assert.equal(headers.get('location'), null);
              assertNoKey(text, path);
            }
          }
          assert.deepEqual(elsewhere.asked, []);
        } finally {
          await elsewhere.end();
        }
        const once302: Answer = (response, { url = '' }) =>
          url.includes('moved')
            ? json({ balance: '5' })(response, undefined as never)
            : response.writeHead(302, { Location: '/moved' }).end();
        upstream.answer(once302);
        assert.equal((await ask('balance', byOwner)).body['balance'], '5');
        upstream.answer((response) => response.writeHead(302, { Location: '/again' }).end());
        assert.equal((await ask('balance', byOwner)).status, 502);
        assert.equal(upstream.asked.length, 4, 'three redirects and no more');
      });
    });

    it('gives a receipt for each verdict, cached ones too, and for no other answer', async () => {
      const secret = 'a secret of the test, of thirty-two octets';
      const { ask, post } = await open({ receiptSecret: secret, ...withoutDetector });
      upstream.answer(json({ service: verdict, success: '1' }));
      const receipts: unknown[] = [];
      for (const { status, body } of [
        await ask(withQuery('validate')),
        await post('validate', '{"email":"jane@shop.example"}'),
      ]) {
        assert.equal(status, 200);
        receipts.push(body['receipt']);
        const verified = await verifyReceipt(String(body['receipt']), { email: 'jane@shop.example', secret });
        assert.equal(verified.ok && verified.found.result, 'Safe to Send');
        assert.equal((await verifyReceipt(String(body['receipt']), { email: 'joe@shop.example', secret })).ok, false);
      }
      assert.notEqual(receipts[0], receipts[1]);
      assert.equal(upstream.asked.length, 1);
      upstream.answer(refusal('Credits Low', 402));
      assert.equal('receipt' in (await ask('validate?email=other@shop.example')).body, false);
    });

    describe('keeps the limits of the service', () => {
      it('with five calls at once, the others in order', async () => {
        const { url } = await open({ cache: false, trustedHops: 1, ...withoutDetector });
        const lines = await Promise.all(Array.from({ length: 60 }, (_, index) => openLine(url, asVisitor(index))));
        const control = await openLine(url);
        const held: (() => void)[] = [];
        let most = 0;
        let told = () => {};
        upstream.answer((response, request) => {
          const email = new URL(request.url ?? '', upstream.url).searchParams.get('email') ?? '';
          held.push(() => json({ service: { ...verdict, email }, success: '1' })(response, request));
          most = Math.max(most, held.length);
          told();
        });
        const reached = (count: number) =>
          new Promise<void>((resolve) => {
            told = () => upstream.asked.length >= count && resolve();
            told();
          });
        const answers: Promise<Answered>[] = [];
        for (const [index, line] of lines.entries()) {
          answers.push(line.ask(`validate?email=a${index}@shop.example`));
          // The first five are sent at once; each further one has arrived when one that came after it, and asks for nothing, is answered.
          if (index < 5) await reached(index + 1);
          else await control.ask('nothing');
        }
        for (let sent = 5; sent < 60; sent++) {
          held.shift()?.();
          await reached(sent + 1);
        }
        for (const release of held.splice(0)) release();
        const all = await Promise.all(answers);
        assert.deepEqual(
          all.map(({ status, body }) => [status, (body['service'] as { email: string }).email]),
          all.map((_, index) => [200, `a${index}@shop.example`]),
        );
        assert.equal(most, 5);
        const order = upstream.asked.map((url) => Number(/email=a(\d+)/.exec(url)?.[1]));
        assert.deepEqual(
          order,
          [...order].sort((a, b) => a - b),
        );
      });

      it('with two running and four waiting calls of one network, which do not block others', async () => {
        const { ask } = await open({ cache: false, trustedHops: 1 });
        const held: (() => void)[] = [];
        const reply = json({ service: verdict, success: '1' });
        upstream.answer((response, request) => {
          if (request.url?.includes('greedy')) held.push(() => reply(response, request));
          else reply(response, request);
        });
        let refusedCount = 0;
        const greedy = Array.from({ length: 20 }, async (_, index) => {
          const answered = await ask(`validate?email=greedy${index}@shop.example`, asVisitor(1));
          if (answered.status === 429) refusedCount += 1;
          return answered;
        });
        while (refusedCount < 14) await ask('nothing', asVisitor(2));
        assert.equal((await ask('validate?email=jane@shop.example', asVisitor(3))).status, 200);
        while (held.length < 2) await ask('nothing', asVisitor(2));
        assert.equal(held.length, 2);
        for (let released = 0; released < 6;) {
          const release = held.shift();
          if (release) released += 1;
          release?.();
          await ask('nothing', asVisitor(2));
        }
        const all = await Promise.all(greedy);
        assert.equal(all.filter(({ status }) => status === 200).length, 6);
        for (const { status, headers } of all) if (status === 429) assert.ok(Number(headers.get('retry-after')) > 0);
      });

      it('with two enriched calls at once, which do not delay plain ones', async () => {
        const { ask } = await open({ cache: false, allow: ['append'], trustedHops: 1 });
        const held: (() => void)[] = [];
        let isHolding = true;
        upstream.answer((response, request) => {
          const release = () => json({ service: verdict, success: '1' })(response, request);
          if (isHolding && request.url?.includes('append')) held.push(release);
          else release();
        });
        const enriched = Array.from({ length: 4 }, (_, index) =>
          ask(`validate?email=e${index}@shop.example&append=true`, asVisitor(index)),
        );
        assert.equal((await ask('validate?email=plain@shop.example')).status, 200);
        assert.ok(held.length <= 2);
        isHolding = false;
        while (upstream.asked.length < 5) {
          held.shift()?.();
          await ask('nothing');
        }
        for (const release of held) release();
        assert.deepEqual(
          (await Promise.all(enriched)).map(({ status }) => status),
          [200, 200, 200, 200],
        );
      });

      it('and retries if too many calls run at once, but never an upload', async () => {
        const { ask } = await open({ hasOwner: true, cache: false, timeout: 5_000 });
        const busyTwice: Answer = (response, request) =>
          upstream.asked.length < 3
            ? refusal('Maximum concurrent calls reached', 429)(response, request)
            : json({ service: verdict, success: '1' })(response, request);
        upstream.answer(busyTwice);
        assert.equal((await ask(withQuery('validate'))).status, 200);
        assert.equal(upstream.asked.length, 3);
        upstream.answer(refusal('Maximum concurrent calls reached', 429));
        const upload = await ask(withQuery('lists/upload'), byOwner);
        assert.equal(upload.status, 429);
        assert.ok(Number(upload.headers.get('retry-after')) > 0);
        assert.equal(upstream.asked.length, 1);
      });

      it('and retries nothing else', async () => {
        const { ask } = await open({ cache: false, ...withoutDetector });
        for (const [message, status] of [
          ['The maximum number of calls per day reached.', 429],
          ['Wrong API', 401],
          ['Credits Low', 402],
        ] as const) {
          upstream.answer((response, request) => {
            // What is lost on a connection of its own no runtime sends again by itself.
            response.setHeader('Connection', 'close');
            refusal(message, status)(response, request);
          });
          assert.equal((await ask(withQuery('validate'))).status, status);
          assert.equal(upstream.asked.length, 1, message);
        }
        upstream.answer((response) => response.destroy());
        assert.equal((await ask(withQuery('validate'))).status, 502);
        assert.equal(upstream.asked.length, 1);
      });

      it(
        'and sends an upload once, even if a kept connection is lost',
        { skip: traits.resendsLostGets && 'the runtime sends a lost GET again' },
        async () => {
          const { ask } = await open({ hasOwner: true });
          upstream.answer(json({ balance: '5' }));
          assert.equal((await ask('balance', byOwner)).status, 200);
          upstream.answer((response) => response.destroy());
          assert.equal((await ask(withQuery('lists/upload'), byOwner)).status, 502);
          assert.equal(upstream.asked.length, 1);
        },
      );
    });

    describe('ends every call', () => {
      const stalls: Readonly<Record<string, Answer>> = {
        'that is never answered': () => {},
        'whose answer stops': (response) => void response.writeHead(200).write('{"service":'),
        'whose answer drips': (response) => {
          response.writeHead(200);
          const drip = setInterval(() => response.write(' '), 5);
          response.once('close', () => clearInterval(drip));
        },
      };
      for (const [title, answer] of Object.entries(stalls))
        it(title, async () => {
          const { ask } = await open({ timeout: 150, hasOwner: true });
          upstream.answer(answer);
          for (const path of ['validate', 'disposable', 'logo/shop.example', 'lists/upload']) {
            const { status, body } = await ask(withQuery(path), byOwner);
            assert.equal(status, 504, path);
            assert.equal((body['service'] as { code: string }).code, 'upstream-timeout');
          }
        });

      it('whose service fails or whose answer does not come from this API', async () => {
        const { ask } = await open({ cache: false });
        const rows: readonly (readonly [Answer, number, string])[] = [
          [(response) => response.destroy(), 502, 'upstream-unreachable'],
          [raw('<h1>Not here</h1>'), 502, 'upstream-bad-answer'],
          [raw('', 200), 502, 'upstream-bad-answer'],
          [raw('x'.repeat(10_000_000)), 502, 'upstream-bad-answer'],
          [raw('[', 200, 'application/json'), 502, 'upstream-bad-answer'],
          [raw('Oh', 500), 502, 'upstream-failed'],
          [raw('Full', 503), 503, 'upstream-unavailable'],
        ];
        for (const [answer, status, code] of rows) {
          upstream.answer(answer);
          const answered = await ask(withQuery('validate'));
          assert.deepEqual([answered.status, (answered.body['service'] as { code: string }).code], [status, code]);
        }
      });

      it('of slow senders of a body', async () => {
        const { url } = await open({ timeout: 200 });
        const request = httpRequest(`${url}/email-check/validate`, {
          method: 'POST',
          headers: { ...fromPage, 'Content-Type': 'application/json', 'Content-Length': 40 },
        });
        request.on('error', () => {});
        request.write('{"email":');
        const [response] = (await once(request, 'response')) as [{ statusCode: number }];
        assert.equal(response.statusCode, 408);
        request.destroy();
      });

      const leavings = {
        closes: (socket: Socket) => socket.destroy(),
        resets: (socket: Socket) => socket.resetAndDestroy(),
      };
      for (const [title, leave] of Object.entries(leavings))
        it(
          `of a caller who ${title} the connection before it was sent, and of no other`,
          { skip: title === 'closes' && traits.seesResetsAlone && 'the runtime does not see it' },
          async () => {
            const { ask, url } = await open({ cache: false, trustedHops: 1, ...withoutDetector });
            const held: (() => void)[] = [];
            upstream.answer(
              (response, request) => void held.push(() => json({ service: verdict, success: '1' })(response, request)),
            );
            const first = Array.from({ length: 5 }, (_, index) =>
              ask(`validate?email=f${index}@shop.example`, asVisitor(index)),
            );
            while (held.length < 5) await ask('nothing');
            const [leaving, control] = [await openLine(url), await openLine(url)];
            const left = leaving.ask('validate?email=left@shop.example').catch(() => 'left');
            await control.ask('nothing');
            leave(leaving.socket);
            assert.equal(await left, 'left');
            const stayed = ask('validate?email=stayed@shop.example');
            await ask('nothing');
            while (held.length) held.shift()?.();
            await Promise.all(first);
            while (!held.length) await ask('nothing');
            held.shift()?.();
            assert.equal((await stayed).status, 200);
            assert.ok(!upstream.asked.some((each) => each.includes('left')));
          },
        );
    });

    describe('spends no more than the site allows', () => {
      before(() => upstream.answer(json({ service: verdict, success: '1' })));

      it('on one visitor in a day; an IPv6 /64 counts as one visitor', async () => {
        const { ask } = await open({ dailyPerVisitor: 2, trustedHops: 1, cache: false });
        const from = (address: string) =>
          ask(withQuery('validate'), { ...fromPage, 'X-Forwarded-For': `203.0.113.9, ${address}` });
        assert.deepEqual([(await from('198.51.100.1')).status, (await from('198.51.100.1')).status], [200, 200]);
        const over = await from('198.51.100.1');
        assert.equal(over.status, 429);
        assert.equal(over.error, 'Authentication Failed - The maximum number of calls per day reached.');
        assert.equal((await from('198.51.100.2')).status, 200);
        for (const [address, status] of [
          ['2001:db8:1:2::1', 200],
          ['2001:db8:1:2:ffff::2', 200],
          ['[2001:DB8:1:2::3]:443', 429],
          ['2001:db8:1:3::1', 200],
          ['::ffff:198.51.100.1', 429],
        ] as const)
          assert.equal((await from(address)).status, status, address);
      });

      it('on all visitors in a day, counted in credits', async () => {
        const { ask } = await open({ budgetPerDay: 24, allow: ['append', 'photo'], cache: false });
        // 21 credits, then 2, and 1 is left.
        for (const parameter of ['append', 'photo']) {
          assert.equal((await ask(`validate?email=jane@shop.example&${parameter}=true`)).status, 200);
          assert.equal((await ask(`validate?email=jane@shop.example&${parameter}=true`)).status, 429);
        }
        assert.deepEqual(
          [(await ask(withQuery('validate'))).status, (await ask(withQuery('validate'))).status],
          [200, 429],
        );
      });

      it('on an address that was checked a while ago', async () => {
        const { ask } = await open({ budgetPerDay: 1, ...withoutDetector });
        upstream.answer(json({ service: verdict, success: '1', balance: '5' }));
        assert.equal((await ask('validate?email=jane@shop.example')).status, 200);
        assert.deepEqual((await ask('validate?email=jane@SHOP.example')).body, {
          service: { ...verdict, email: 'jane@SHOP.example' },
          success: '1',
        });
        assert.equal(upstream.asked.length, 1);
      });

      it('and limits how many calls a minute one network may make', async () => {
        const { ask } = await open();
        let answer = await ask('balance');
        for (let count = 1; count < 121; count++) answer = await ask('balance');
        assert.equal(answer.status, 429);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      });
    });
  });
