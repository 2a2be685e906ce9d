import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import {
  verifyWebhook,
  WebhookError,
  type VerifyWebhookOptions,
  type WebhookBody,
  type WebhookErrorCode,
  type WebhookHeaders,
} from '../../src/webhook/index.js';
import { body, event, headersOf, id, now, otherSecret, secret } from './signed.js';

const verified = { ...event, id };
const octets = new TextEncoder().encode(body);
const requestOf = (headers: Record<string, string>, sent: BodyInit = body): Request =>
  new Request('https://shop.example/webhook', { method: 'POST', headers, body: sent });

describe('verifyWebhook', () => {
  const bodies: readonly (readonly [string, WebhookBody])[] = [
    ['text', body],
    ['bytes', octets],
    ['bytes in a larger buffer', new Uint8Array([0, ...octets, 0]).subarray(1, -1)],
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', octets.buffer],
  ];
  const streams: readonly (readonly [string, () => AsyncIterable<unknown>])[] = [
    ['bytes', () => Readable.from([octets.subarray(0, 9), octets.subarray(9)])],
    ['texts', () => Readable.from([body.slice(0, 9), body.slice(9)])],
  ];
  for (const [name, sent] of streams)
    it(`takes a body as a stream of ${name}, once`, async () => {
      const stream = sent();
      const headers = await headersOf();
      assert.deepEqual(await verifyWebhook({ body: stream, headers, secret, now }), verified);
      if (stream instanceof Readable)
        await assert.rejects(verifyWebhook({ body: stream, headers, secret, now }), { code: 'used-body' });
    });

  it('reads no further than a webhook can be long', async () => {
    let read = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield new Uint8Array((read += 1_000) && 1_000);
      })(),
      { highWaterMark: 1 },
    );
    await assert.rejects(verifyWebhook({ body: endless, headers: await headersOf(), secret, now }), {
      code: 'too-large',
    });
    assert.ok(read < 100_000, `${read} bytes`);
  });

  for (const [name, sent] of bodies)
    it(`takes a body as ${name}`, async () =>
      assert.deepEqual(await verifyWebhook({ body: sent, headers: await headersOf(), secret, now }), verified));

  it('takes a request, and leaves its body read', async () => {
    const request = requestOf(await headersOf());
    assert.deepEqual(await verifyWebhook({ request, secret, now }), verified);
    await assert.rejects(verifyWebhook({ request, secret, now }), { code: 'used-body' });
  });

  it('takes a request whose body comes in pieces', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (const octet of octets) controller.enqueue(Uint8Array.of(octet));
        controller.close();
      },
    });
    const request = { headers: new Headers(await headersOf()), body: pieces, bodyUsed: false };
    assert.deepEqual(await verifyWebhook({ request, secret, now }), verified);
  });

  it('takes headers of fetch, of Node and in any case', async () => {
    const headers = await headersOf();
    const inCapitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const all: readonly WebhookHeaders[] = [
      new Headers(headers),
      { ...headers, 'set-cookie': ['a', 'b'], host: undefined },
      inCapitals,
      { ...headers, 'webhook-timestamp': Number(headers['webhook-timestamp']) },
    ];
    for (const each of all) assert.deepEqual(await verifyWebhook({ body, headers: each, secret, now }), verified);
  });

  it('uses the clock if no time is given', async () => {
    const headers = await headersOf({ now: undefined });
    assert.equal((await verifyWebhook({ body, headers, secret })).id, id);
  });

  it('takes one of several secrets, and one of several signatures of any version', async () => {
    const { 'webhook-signature': good = '', ...headers } = await headersOf();
    const signatures = `v2,${good.slice(3)} v1,${'A'.repeat(44)} v1a,${'B'.repeat(88)} ${good}`;
    const signed = { ...headers, 'webhook-signature': signatures };
    assert.equal((await verifyWebhook({ body, headers: signed, secrets: [otherSecret, secret], now })).id, id);
    assert.equal((await verifyWebhook({ body, headers: signed, secret: `\n${secret} \n`, now })).id, id);
  });

  const ages: readonly (readonly [
    seconds: number,
    tolerance: number | undefined,
    code: WebhookErrorCode | undefined,
  ])[] = [
    [300, undefined, undefined],
    [301, undefined, 'too-old'],
    [-300, undefined, undefined],
    [-301, undefined, 'too-new'],
    [0, 0, undefined],
    [1, 0, 'too-old'],
    [-1, 0, 'too-new'],
    [86_400, 86_400, undefined],
  ];
  for (const [seconds, toleranceSeconds, code] of ages)
    it(`${code ? `refuses with ${code}` : 'takes'} one that was signed ${seconds} s ago, with a tolerance of ${toleranceSeconds ?? 'no own'}`, async () => {
      const headers = await headersOf({ now: now - 1_000 * seconds });
      const verifying = verifyWebhook({ body, headers, secret, now: now + 999, toleranceSeconds });
      await (code ? assert.rejects(verifying, { code }) : verifying);
    });

  /** What a webhook is changed to, and the code that it is refused with. */
  const faults: readonly (readonly [
    string,
    (headers: Record<string, string>) => Record<string, unknown>,
    WebhookErrorCode,
  ])[] = [
    ['another body', () => ({ body: `${body} ` }), 'wrong-signature'],
    ['an empty body', () => ({ body: '' }), 'wrong-signature'],
    ['another id', (headers) => ({ headers: { ...headers, 'webhook-id': `${id}0` } }), 'wrong-signature'],
    [
      'another time',
      (headers) => ({ headers: { ...headers, 'webhook-timestamp': String(now / 1_000 + 1) } }),
      'wrong-signature',
    ],
    [
      'the time in another spelling',
      (headers) => ({ headers: { ...headers, 'webhook-timestamp': `0${now / 1_000}` } }),
      'wrong-signature',
    ],
    ['another secret', () => ({ secret: otherSecret }), 'wrong-signature'],
    [
      'a signature of another version',
      (headers) => ({
        headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v1a,') },
      }),
      'wrong-signature',
    ],
    [
      'half a signature',
      (headers) => ({ headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.slice(0, 20) } }),
      'wrong-signature',
    ],
    ['no signature', (headers) => ({ headers: { ...headers, 'webhook-signature': '' } }), 'wrong-signature'],
    ['no headers', () => ({ headers: {} }), 'missing-header'],
    ['headers that are missing', () => ({ headers: undefined }), 'missing-header'],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap(
      (name) =>
        [
          [`no ${name}`, (headers) => ({ headers: { ...headers, [name]: undefined } }), 'missing-header'],
          [`two of ${name}`, (headers) => ({ headers: { ...headers, [name.toUpperCase()]: 'x' } }), 'bad-header'],
          [
            `a list of ${name}`,
            (headers) => ({ headers: { ...headers, [name]: [headers[name], headers[name]] } }),
            'bad-header',
          ],
        ] as const satisfies readonly (readonly [
          string,
          (headers: Record<string, string>) => Record<string, unknown>,
          WebhookErrorCode,
        ])[],
    ),
    ['an id with a full stop', (headers) => ({ headers: { ...headers, 'webhook-id': 'evt.1' } }), 'bad-header'],
    ['a time in words', (headers) => ({ headers: { ...headers, 'webhook-timestamp': 'now' } }), 'bad-header'],
    ['a time below 0', (headers) => ({ headers: { ...headers, 'webhook-timestamp': '-1' } }), 'bad-header'],
    ['a time of 13 digits', (headers) => ({ headers: { ...headers, 'webhook-timestamp': String(now) } }), 'bad-header'],
    [
      '11 signatures',
      (headers) => ({
        headers: { ...headers, 'webhook-signature': `${'v1,x '.repeat(10)}${headers['webhook-signature']}` },
      }),
      'bad-header',
    ],
    [
      'a long header of signatures',
      (headers) => ({ headers: { ...headers, 'webhook-signature': `v1,${'x'.repeat(2_048)}` } }),
      'bad-header',
    ],
    ['a body that was parsed', () => ({ body: event }), 'parsed-body'],
    ['no body', () => ({ body: undefined }), 'parsed-body'],
    ['a long text', () => ({ body: 'x'.repeat(65_537) }), 'too-large'],
    ['a text of many bytes', () => ({ body: 'é'.repeat(32_769) }), 'too-large'],
    ['many bytes', () => ({ body: new Uint8Array(65_537) }), 'too-large'],
    ['a large request', (headers) => ({ request: requestOf(headers, 'x'.repeat(65_537)) }), 'too-large'],
    ['no secret', () => ({ secret: undefined }), 'bad-secret'],
    ['an empty list of secrets', () => ({ secret: undefined, secrets: [] }), 'bad-secret'],
    ['11 secrets', () => ({ secret: undefined, secrets: Array(11).fill(secret) }), 'bad-secret'],
    ['a secret without its beginning', () => ({ secret: secret.slice(6) }), 'bad-secret'],
    ['a secret of 23 bytes', () => ({ secret: `whsec_${Buffer.alloc(23).toString('base64')}` }), 'bad-secret'],
    ['a secret of 65 bytes', () => ({ secret: `whsec_${Buffer.alloc(65).toString('base64')}` }), 'bad-secret'],
    ['a secret that is not base64', () => ({ secret: `${secret}*` }), 'bad-secret'],
    ['a secret that breaks off', () => ({ secret: `${secret}A` }), 'bad-secret'],
    ['one bad secret beside a good one', () => ({ secrets: ['whsec_x'] }), 'bad-secret'],
    ['a tolerance that is no number', () => ({ toleranceSeconds: Number.NaN }), 'bad-option'],
    ['a negative tolerance', () => ({ toleranceSeconds: -1 }), 'bad-option'],
    ['a time now that is no number', () => ({ now: Number.NaN }), 'bad-option'],
  ];
  for (const [name, change, code] of faults)
    it(`refuses ${name} with ${code}`, async () => {
      const headers = await headersOf();
      const options = { body, headers, secret, now, ...change(headers) } as VerifyWebhookOptions;
      await assert.rejects(verifyWebhook(options), (error) => {
        assert.ok(error instanceof WebhookError);
        assert.equal(error.code, code);
        assert.ok(!error.message.includes(secret.slice(6)) && error.message.length > 60);
        return true;
      });
    });

  it('says so if a request breaks off', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    const request = { headers: new Headers(await headersOf()), body: broken, bodyUsed: false };
    await assert.rejects(verifyWebhook({ request, secret, now }), { code: 'broken-body' });
  });

  for (const text of [
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{"type":1,"data":{}}',
    '{"type":"test"}',
    '{"type":"test","data":null}',
    '{}',
  ])
    it(`refuses a signed body that is no event: ${text}`, async () =>
      assert.rejects(verifyWebhook({ body: text, headers: await headersOf({ body: text }), secret, now }), {
        code: 'not-an-event',
      }));

  it('refuses a signed body that is not UTF-8', async () => {
    const bytes = Buffer.from('{"type":"test","data":{"a":"\xff"}}', 'latin1');
    await assert.rejects(verifyWebhook({ body: bytes, headers: await headersOf({ body: bytes }), secret, now }), {
      code: 'not-an-event',
    });
  });

  it('gives the id of the header, whatever the body says', async () => {
    const text = JSON.stringify({ ...event, id: 'evt_other' });
    const headers = await headersOf({ body: text });
    assert.equal((await verifyWebhook({ body: text, headers, secret, now })).id, id);
  });
});
