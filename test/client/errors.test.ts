import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import {
  AnswerError,
  ClientError,
  ConnectionError,
  createClient,
  RefusalError,
  type Client,
  type ClientErrorCode,
  type ClientOptions,
} from '../../src/client/index.js';
import { onFreePort } from '../../demo/world/loopback.js';
import { selfSigned } from '../service/probe/self-signed.js';
import { json, raw, refusal, startLoopback, type Answer, type Loopback } from './loopback.js';

const apiKey = 'abc1234567890';
const email = 'jane@example.com';
const classes: Readonly<Record<string, typeof ClientError>> = { RefusalError, ConnectionError, AnswerError };

let service: Loopback;
before(async () => (service = await startLoopback()));
after(() => service.end());

const clientOf = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: service.url, apiKey, ...options });

/** What a call rejects with, after all that holds of every error of the client. */
const errorOf = async (call: Promise<unknown>): Promise<ClientError> => {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error && error instanceof ClientError);
  assert.equal(error.constructor, classes[error.name]);
  // What the platform threw, in words without the URL; the key is looked for below.
  assert.ok(error.cause === undefined || (error instanceof ConnectionError && error.cause instanceof Error));
  assert.ok(error.message.endsWith(error.detail));
  assert.notEqual(error.message, error.code);
  for (const shown of [
    inspect(error, { depth: null, showHidden: true }),
    String(error),
    error.stack ?? '',
    JSON.stringify({ ...error, message: error.message }),
  ]) {
    assert.equal(shown.includes(apiKey), false, 'the key is nowhere');
  }
  return error;
};

type Row = [
  what: string,
  answer: Answer,
  name: string,
  code: ClientErrorCode,
  message: RegExp,
  call?: (client: Client) => Promise<unknown>,
];

const table = (rows: Row[]) => {
  for (const [what, answer, name, code, message, call = (client: Client) => client.validate(email)] of rows) {
    it(`${what}: ${name}, ${code}`, async () => {
      service.answer(answer);
      // What is busy is asked again as long as there is time, which here ends no call that is under way.
      const patient: typeof fetch = (url, init) => fetch(url, { ...init, signal: null });
      const error = await errorOf(call(clientOf(code === 'busy' ? { timeout: 200, fetch: patient } : {})));
      assert.deepEqual({ name: error.name, code: error.code }, { name, code });
      assert.match(error.message, message);
      if (code !== 'busy') assert.equal(service.asked.length, 1, 'it is asked once');
    });
  }
};

describe('a service that says no', () => {
  const day = 'Authentication Failed - The maximum number of calls per day reached.';
  const reverse = (client: Client) => client.reverse(email);
  table([
    [
      '400',
      refusal('Email is malformed', 400),
      'RefusalError',
      'bad-request',
      /Check the address or dates.* “Email is malformed”$/,
      reverse,
    ],
    ['401', refusal('Wrong API', 401), 'RefusalError', 'wrong-key', /Check `apiKey`.* “Wrong API”$/],
    ['402', refusal('Credits Low', 402), 'RefusalError', 'no-credits', /Top it up\. .*“Credits Low”$/],
    [
      '403',
      refusal('Origin not approved', 403),
      'RefusalError',
      'forbidden',
      /approved origins\. .*“Origin not approved”$/,
    ],
    [
      '429, too many at once',
      refusal('Maximum concurrent calls reached', 429),
      'RefusalError',
      'busy',
      /Wait for one to end/,
    ],
    [
      "429, the day's limit",
      json({ service: { error: day }, success: '0', error: day }, 429),
      'RefusalError',
      'daily-limit',
      /after midnight UTC/,
    ],
    ['success 0 inside HTTP 200, in known words', refusal('Credits Low'), 'RefusalError', 'no-credits', /Top it up/],
    [
      'success 0 inside HTTP 200, in words of its own',
      refusal('Out of tea'),
      'RefusalError',
      'rejected',
      /“Out of tea”$/,
    ],
    [
      '401 to every other call: reverse',
      refusal('Wrong API', 401),
      'RefusalError',
      'wrong-key',
      /Check `apiKey`/,
      reverse,
    ],
    [
      '401 to every other call: balance',
      refusal('Wrong API', 401),
      'RefusalError',
      'wrong-key',
      /Check `apiKey`/,
      (client) => client.balance(),
    ],
    [
      '401 to every other call: usage',
      refusal('Wrong API', 401),
      'RefusalError',
      'wrong-key',
      /Check `apiKey`/,
      (client) => client.usage({ start: 'a', end: 'b' }),
    ],
    [
      'a list that it cannot fetch',
      refusal('URL parameter is not valid.', 400),
      'RefusalError',
      'bad-list-url',
      /public https URL/,
      (client) => client.uploadList({ url: 'x' }),
    ],
    [
      'a list that it does not know',
      refusal('List ID is not valid.'),
      'RefusalError',
      'unknown-list',
      /no list with this id/,
      (client) => client.listStatus('7'),
    ],
    ['401 in HTML', raw('<h1>Unauthorized</h1>', 401), 'RefusalError', 'wrong-key', /Check `apiKey`[^“]*$/],
    ['429 without a body', raw('', 429), 'RefusalError', 'busy', /Wait for one to end[^“]*$/],
  ]);

  it('reports a missing key', async () => {
    service.answer(refusal('Wrong API', 401));
    for (const none of [undefined, '']) {
      const error = await errorOf(clientOf({ apiKey: none }).validate(email));
      assert.equal(error.code, 'wrong-key');
      assert.match(error.message, /^No key was given: set `apiKey`.* “Wrong API”$/);
    }
  });

  it('may echo the key: the message has its words without it', async () => {
    service.answer(refusal(`Wrong API ${apiKey}, I said ${apiKey}`, 401));
    const error = await errorOf(clientOf().validate(email));
    assert.match(error.message, /“Wrong API …, I said …”$/);
  });
});

describe('an answer that does not come from this API', () => {
  const validation = JSON.stringify({ service: { email, result: 'Risky', code: '4' }, success: '1', balance: '39' });
  const address = /Check the address of the service\.$/;
  const isDisposable = (client: Client) => client.isDisposable('example.com');
  const cutShort: Answer = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': validation.length });
    response.write(validation.slice(0, -10), () => response.socket?.destroy());
  };
  table([
    ['HTML', raw('<!doctype html><title>Welcome</title>'), 'AnswerError', 'bad-answer', address],
    ['an empty body', raw(''), 'AnswerError', 'bad-answer', address],
    ['204, no body at all', (response) => response.writeHead(204).end(), 'AnswerError', 'bad-answer', address],
    ['half a JSON', raw(validation.slice(0, -10), 200, 'application/json'), 'AnswerError', 'bad-answer', address],
    ['a body cut short', cutShort, 'AnswerError', 'bad-answer', address],
    ['null', json(null), 'AnswerError', 'bad-answer', address],
    ['an array', json([]), 'AnswerError', 'bad-answer', address],
    ['JSON of something else', json({ hello: 'world' }), 'AnswerError', 'bad-answer', address],
    [
      'a balance without a number',
      json({ balance: 'plenty' }),
      'AnswerError',
      'bad-answer',
      address,
      (client) => client.balance(),
    ],
    ['a detector that speaks of something else', json({ email }), 'AnswerError', 'bad-answer', address, isDisposable],
    ['500 in HTML', raw('<h1>Oops</h1>', 500), 'AnswerError', 'server-error', /Ask again later\.$/],
    ['503 of an overload page', raw('busy', 503), 'AnswerError', 'server-error', /Ask again later\.$/],
    ['500 in the body of a refusal', refusal('Wrong API', 500), 'AnswerError', 'server-error', /Ask again later\.$/],
    [
      '500 beside the body of a validation',
      raw(validation, 500, 'application/json'),
      'AnswerError',
      'server-error',
      /Ask again later\.$/,
    ],
    ['502 to the detector', raw('', 502), 'AnswerError', 'server-error', /Ask again later\.$/, isDisposable],
  ]);

  it('does not hide in the media type: JSON is read under any', async () => {
    service.answer(raw(validation, 200, 'text/html'));
    assert.equal((await clientOf().validate(email)).result, 'Risky');
  });

  it('is decoded if its characters arrive in pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ service: { result: 'Risky', email: 'jos\u00e9@example.com' } }));
    const middle = bytes.indexOf(0xc3) + 1;
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, middle));
        controller.enqueue(bytes.subarray(middle));
        controller.close();
      },
    });
    const fetch_: typeof fetch = () => Promise.resolve(new Response(pieces));
    assert.equal((await clientOf({ fetch: fetch_ }).validate(email)).email, 'jos\u00e9@example.com');
  });

  it('is a body of over a million characters, though it be a validation', async () => {
    const padded = (length: number) => ({ service: { email, result: 'Risky', pad: 'x'.repeat(length) }, success: '1' });
    service.answer(json(padded(900_000)));
    assert.equal((await clientOf().validate(email)).result, 'Risky');
    service.answer(json(padded(1_000_001)));
    const error = await errorOf(clientOf().validate(email));
    assert.deepEqual([error.name, error.code], ['AnswerError', 'bad-answer']);
  });

  it('is a body without end, which is left to its server', async () => {
    let closed: Promise<unknown> | undefined;
    service.answer((response) => {
      closed = once(response, 'close');
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const error = await errorOf(clientOf().balance());
    assert.deepEqual([error.name, error.code], ['AnswerError', 'bad-answer']);
    await closed;
  });
});

describe('a service that is not reached', () => {
  const hangUp: Answer = (response) => response.socket?.destroy();
  const unreachable = /could not be reached: check its address/;
  table([
    ['a socket closed before the answer', hangUp, 'ConnectionError', 'network', unreachable],
    [
      'a socket closed before the detector answers',
      hangUp,
      'ConnectionError',
      'network',
      unreachable,
      (client) => client.isDisposable('a.com'),
    ],
    [
      'what answers is no HTTP',
      (response) => response.socket?.end('220 mx.example.com ESMTP\r\n'),
      'ConnectionError',
      'network',
      unreachable,
    ],
  ]);

  it('a refused connection: ConnectionError, network', async () => {
    const gone = await startLoopback();
    await gone.end();
    const error = await errorOf(clientOf({ baseUrl: gone.url }).validate(email));
    assert.deepEqual([error.name, error.code], ['ConnectionError', 'network']);
    assert.match(error.message, unreachable);
    assert.ok(error.message.includes(`The connection to ${gone.url} was refused`), error.message);
    assert.equal((error.cause as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  });

  it('a host without an address: unknown-host', async () => {
    const error = await errorOf(clientOf({ baseUrl: 'http://nobody.invalid:8080' }).validate(email));
    assert.ok(error instanceof ConnectionError);
    assert.deepEqual([error.code, error.reason], ['network', 'unknown-host']);
    assert.match(error.message, /nobody\.invalid:8080 is an unknown host/);
  });

  it('a certificate without a trusted authority: tls', async () => {
    const secure = createServer(selfSigned);
    await onFreePort(async (port) => {
      secure.listen(port, '127.0.0.1');
      await once(secure, 'listening');
    });
    const { port } = secure.address() as AddressInfo;
    try {
      const error = await errorOf(clientOf({ baseUrl: `https://127.0.0.1:${port}` }).validate(email));
      assert.ok(error instanceof ConnectionError);
      assert.deepEqual([error.code, error.reason], ['network', 'tls']);
      assert.match(error.message, /TLS with https:\S+ failed \(\w*CERT\w*\): check its certificate/);
    } finally {
      secure.close();
    }
  });

  it('https if plain http is spoken: tls', async () => {
    service.answer(json({}));
    const error = await errorOf(clientOf({ baseUrl: service.url.replace('http:', 'https:') }).validate(email));
    assert.equal(error instanceof ConnectionError && error.reason, 'tls');
  });

  it('a fetch that fails in words with the URL: they are not passed on', async () => {
    const fetch_: typeof fetch = (input) =>
      Promise.reject(new TypeError(`Failed: ${input as string}`, { cause: input }));
    const error = await errorOf(clientOf({ fetch: fetch_ }).validate(email));
    assert.deepEqual([error.name, error.code], ['ConnectionError', 'network']);
    assert.equal((error.cause as Error).message, 'Failed: …');
  });

  // As their fetch says it.
  const others: readonly (readonly [thrown: Error, code: string, reason: string | undefined])[] = [
    [Object.assign(new Error('Unable to connect.'), { code: 'ConnectionRefused' }), 'network', 'refused'],
    [
      new TypeError('error sending request for url (http://cert.example/?api=abc1234567890)', {
        cause: new Error('client error (Connect): tcp connect error: Connection refused (os error 111)'),
      }),
      'network',
      'refused',
    ],
    [
      new TypeError('error sending request', {
        cause: new Error('dns error: failed to lookup address information: Name or service not known'),
      }),
      'network',
      'unknown-host',
    ],
    [
      new TypeError('x', { cause: Object.assign(new Error('y'), { code: 'UND_ERR_CONNECT_TIMEOUT' }) }),
      'timeout',
      'slow',
    ],
    [
      new TypeError('fetch failed', {
        cause: new AggregateError([Object.assign(new Error('z'), { code: 'ECONNREFUSED' })]),
      }),
      'network',
      'refused',
    ],
    [new Error('Network connection lost.'), 'network', 'closed'],
    [new TypeError('Failed to fetch'), 'network', undefined],
  ];
  for (const [thrown, code, reason] of others)
    it(`in the words of a platform: ${thrown.message}, ${code}, ${reason}`, async () => {
      const error = await errorOf(clientOf({ fetch: () => Promise.reject(thrown) }).validate(email));
      assert.ok(error instanceof ConnectionError);
      assert.deepEqual([error.code, error.reason], [code, reason]);
    });

  it('a device that is offline: ConnectionError, offline', async () => {
    service.answer(hangUp);
    const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
    try {
      const error = await errorOf(clientOf().validate(email));
      assert.deepEqual([error.name, error.code], ['ConnectionError', 'offline']);
      assert.match(error.message, /Ask again when it is connected/);
    } finally {
      if (own) Object.defineProperty(globalThis, 'navigator', own);
      else Reflect.deleteProperty(globalThis, 'navigator');
    }
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`a redirect, ${status}: ConnectionError, network, and its target is not asked`, async () => {
      const target = await startLoopback(json({ service: { email, result: 'Risky' }, success: '1' }));
      try {
        service.answer((response, request) =>
          response.writeHead(status, { Location: `${target.url}${request.url}` }).end(),
        );
        const error = await errorOf(clientOf().validate(email));
        assert.ok(error instanceof ConnectionError);
        assert.deepEqual([error.code, error.reason], ['network', 'redirect']);
        assert.deepEqual(target.asked, []);
        assert.equal(service.asked.length, 1);
      } finally {
        await target.end();
      }
    });
  }
});

describe('a call that takes too long', () => {
  const patience = { timeout: 50 };
  const halfABody: Answer = (response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"service":');
  const cases: [string, Answer][] = [
    ['no answer', () => {}],
    ['an answer that stops within its body', halfABody],
  ];
  for (const [what, answer] of cases) {
    it(`${what}: ConnectionError, timeout`, async () => {
      service.answer(answer);
      const error = await errorOf(clientOf(patience).validate(email));
      assert.ok(error instanceof ConnectionError);
      assert.deepEqual([error.code, error.reason], ['timeout', 'slow']);
      assert.match(error.message, /raise `timeout`/);
      assert.equal(service.asked.length, 1);
    });
  }

  it('ends at its own timeout, though the caller would have waited longer', { timeout: 10_000 }, async () => {
    service.answer(() => {});
    const { signal } = new AbortController();
    assert.equal((await errorOf(clientOf(patience).validate(email, { signal }))).code, 'timeout');
  });

  it('leaves the connection', async () => {
    let closed: Promise<unknown> | undefined;
    service.answer((response: ServerResponse) => {
      closed = once(response, 'close');
    });
    await errorOf(clientOf({ timeout: 500 }).validate(email));
    assert.ok(closed, 'the service was asked');
    await closed;
  });
});

describe('a call that its caller ends', () => {
  const calls: [string, (client: Client, signal: AbortSignal) => Promise<unknown>][] = [
    ['validate', (client, signal) => client.validate(email, { signal })],
    ['reverse', (client, signal) => client.reverse(email, { signal })],
    ['balance', (client, signal) => client.balance({ signal })],
    ['usage', (client, signal) => client.usage({ start: 'a', end: 'b' }, { signal })],
    ['uploadList', (client, signal) => client.uploadList({ url: 'a' }, { signal })],
    ['listStatus', (client, signal) => client.listStatus('a', { signal })],
    ['isDisposable', (client, signal) => client.isDisposable('a', { signal })],
  ];

  for (const [name, call] of calls) {
    it(`before it began: ConnectionError, aborted, and no request is sent (${name})`, async () => {
      service.answer(json({}));
      const error = await errorOf(call(clientOf(), AbortSignal.abort()));
      assert.deepEqual([error.name, error.code], ['ConnectionError', 'aborted']);
      assert.match(error.message, /caller cancelled the call/);
      assert.deepEqual(service.asked, []);
    });

    it(`in progress: ConnectionError, aborted, and the connection is closed (${name})`, async () => {
      const caller = new AbortController();
      let closed: Promise<unknown> | undefined;
      service.answer((response) => {
        closed = once(response, 'close');
        caller.abort();
      });
      const error = await errorOf(call(clientOf(), caller.signal));
      assert.deepEqual([error.name, error.code], ['ConnectionError', 'aborted']);
      await closed;
    });
  }

  it('within the body: ConnectionError, aborted', async () => {
    const caller = new AbortController();
    service.answer((response) => response.write('{"service":'));
    const fetch_: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      caller.abort();
      return response;
    };
    const error = await errorOf(clientOf({ fetch: fetch_ }).validate(email, { signal: caller.signal }));
    assert.deepEqual([error.name, error.code], ['ConnectionError', 'aborted']);
  });

  it('does not affect the calls beside it', async () => {
    const caller = new AbortController();
    const held: ServerResponse[] = [];
    service.answer((response) => {
      if (held.push(response) === 2) caller.abort();
    });
    const client = clientOf();
    const ended = errorOf(client.balance({ signal: caller.signal }));
    const other = client.balance({ signal: new AbortController().signal });
    assert.equal((await ended).code, 'aborted');
    for (const response of held) response.end('{"balance":"39"}');
    assert.deepEqual(await other, { balance: 39 });
  });
});
