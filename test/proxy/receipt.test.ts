import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt, decodeProtectedHeader, importJWK } from 'jose';
import {
  createUsedReceipts,
  verifyReceipt,
  type ReceiptRefusalCode,
  type ReceiptSecret,
  type VerifyReceiptOptions,
} from '../../src/proxy/receipt.js';
import { receiptRefusals } from '../../src/proxy/receipt-refusals.js';
import { createReceiptSigner } from '../../src/proxy/receipt-sign.js';
import {
  email,
  encoded,
  forged,
  HOUR,
  newJwk,
  now,
  octets,
  otherSecret,
  publicOf,
  secret,
  signed,
  validation,
} from './receipt-world.js';

const jwk = await newJwk();
const publicKey = publicOf(jwk);
/** Long enough for every algorithm with a secret. */
const long = secret.repeat(2);
const receipt = await signed();
const edReceipt = await signed(jwk);
const [head = '', payload = '', signature = ''] = receipt.split('.');
const cutAt = (text: string, at: number, put: string): string => text.slice(0, at) + put + text.slice(at + 1);

const verified = (sent: unknown, options: Partial<VerifyReceiptOptions> = {}) =>
  verifyReceipt(sent, { email, secret, now, ...options } as VerifyReceiptOptions);

describe('a receipt', () => {
  const signers: [string, ReceiptSecret, Partial<VerifyReceiptOptions>][] = [
    ['HS256 from a text', secret, {}],
    ['HS256 from the octets of that text', octets(secret), {}],
    ['EdDSA, by the public key alone', jwk, { secret: undefined, publicKey }],
    ['EdDSA, by the private key', jwk, { secret: jwk }],
  ];
  for (const [what, of, options] of signers) {
    it(`has the result of the validation: ${what}`, async () => {
      assert.deepEqual(await verified(await signed(of), options), {
        ok: true,
        found: { result: 'Risky', code: 5, role: true, freeEmail: false, sendTransactional: true, issuedAt: now },
      });
    });
  }

  it('has each flag separately', async () => {
    const from = { result: 'Invalid', code: 3, role: false, freeEmail: true, sendTransactional: false } as const;
    assert.deepEqual(await verified(await signed(secret, from)), { ok: true, found: { ...from, issuedAt: now } });
  });

  it('is valid for an hour from the second of its issue, and does not contain the address', async () => {
    const claims = decodeJwt(await createReceiptSigner(secret).sign(validation, now + 999));
    assert.deepEqual([claims.iat, claims.exp], [now / 1000, (now + HOUR) / 1000]);
    assert.equal(JSON.stringify(claims).includes('jane'), false);
    assert.equal(JSON.stringify(claims).includes('example.com'), false);
  });

  it('has a unique id, and with EdDSA a unique hash', async () => {
    const [a, b] = [decodeJwt(await signed(jwk)), decodeJwt(await signed(jwk))];
    assert.equal(Buffer.from(String(a.jti), 'base64url').length, 16);
    assert.notEqual(a.jti, b.jti);
    assert.notEqual(a['email_hash'], b['email_hash']);
  });

  it("uses the machine's clock if no time is given", async () => {
    const fresh = await createReceiptSigner(secret).sign(validation, Date.now());
    assert.equal((await verifyReceipt(fresh, { email, secret })).ok, true);
    assert.deepEqual(
      await verifyReceipt(await createReceiptSigner(secret).sign(validation, Date.now() - 2 * HOUR), { email, secret }),
      {
        ok: false,
        code: 'expired',
        message: receiptRefusals.expired,
      },
    );
  });
});

describe('the address beside a receipt', () => {
  const alike: [string, string, string][] = [
    ['the case of its domain', 'jane@example.com', 'jane@EXAMPLE.Com'],
    ['spaces and line ends around it', 'jane@example.com', ' \tjane@example.com \r\n'],
    ['spaces around what was checked', ' jane@example.com ', 'jane@example.com'],
    ['A-labels for an international domain', 'jane@münchen.de', 'jane@XN--mnchen-3ya.de'],
    ['an international domain for A-labels', 'jane@xn--mnchen-3ya.de', 'jane@MÜNCHEN.de'],
    ['the composition of its local part', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ];
  for (const [what, checked, sent] of alike) {
    it(`may differ in ${what}`, async () => {
      for (const of of [secret, jwk])
        assert.equal((await verified(await signed(of, { email: checked }), { secret: of, email: sent })).ok, true);
    });
  }

  const different: [string, unknown, ReceiptRefusalCode][] = [
    ['another person', 'john@example.com', 'other-address'],
    ['the local part in capitals', 'Jane@example.com', 'other-address'],
    ['another domain', 'jane@example.org', 'other-address'],
    ['a domain that looks alike', 'jane@ex\u0430mple.com', 'other-address'],
    ['no address', 'jane', 'not-an-address'],
    ['two addresses', 'jane@example.com, john@example.com', 'not-an-address'],
    ['nothing', '', 'not-an-address'],
    ['a list', [email], 'not-an-address'],
    ['nothing at all', undefined, 'not-an-address'],
    ['a megabyte', `jane@${'a'.repeat(1_000_000)}.com`, 'not-an-address'],
  ];
  for (const [what, sent, code] of different) {
    it(`is refused if it is ${what}`, async () => {
      assert.deepEqual(await verified(receipt, { email: sent }), { ok: false, code, message: receiptRefusals[code] });
      assert.deepEqual(await verified(edReceipt, { secret: jwk, email: sent }), {
        ok: false,
        code,
        message: receiptRefusals[code],
      });
    });
  }

  it('must not have half a surrogate pair, nor its replacement character', async () => {
    for (const half of ['j\ufffd@example.com', 'j\ud800@example.com']) {
      await assert.rejects(signed(secret, { email: half }), TypeError);
      assert.equal((await verified(receipt, { email: half })).ok, false);
    }
  });
});

type Row = [what: string, code: ReceiptRefusalCode, sent: unknown, options?: Partial<VerifyReceiptOptions>];

/** Each row differs from a good receipt in one thing alone. */
const rows: Row[] = [
  ['is not sent', 'missing', undefined],
  ['is null, as FormData has it', 'missing', null],
  ['is empty', 'missing', ''],
  ['is a list', 'missing', [receipt]],
  ['is a word', 'malformed', 'receipt'],
  ['has two parts', 'malformed', `${head}.${payload}`],
  ['has four parts', 'malformed', `${receipt}.${signature}`],
  ['has a header that is no JSON', 'malformed', `abcd.${payload}.${signature}`],
  ['has a blank in it', 'malformed', cutAt(receipt, receipt.length - 9, ' ')],
  ['has a line end behind it', 'malformed', `${receipt}\n`],
  ['is padded', 'malformed', `${receipt}=`],
  [
    'is longer than any receipt, though well signed',
    'malformed',
    await forged(receipt, { claims: { pad: 'x'.repeat(1500) } }),
  ],
  ['is a megabyte', 'malformed', `${head}.${'A'.repeat(1_000_000)}.${signature}`],
  [
    'is unsigned (alg none)',
    'wrong-algorithm',
    `${encoded({ ...decodeProtectedHeader(receipt), alg: 'none' })}.${payload}.`,
  ],
  [
    'has alg none, with a signature',
    'wrong-algorithm',
    `${encoded({ ...decodeProtectedHeader(receipt), alg: 'none' })}.${payload}.${signature}`,
  ],
  [
    'is signed by the right secret and another algorithm',
    'wrong-algorithm',
    await forged(await signed(long), { header: { alg: 'HS512' }, key: octets(long) }),
    { secret: long },
  ],
  ['is signed by a private key if a secret is expected', 'wrong-algorithm', edReceipt],
  ['is signed by a secret if a private key is expected', 'wrong-algorithm', receipt, { secret: jwk }],
  [
    'uses the public key as a secret',
    'wrong-algorithm',
    await forged(edReceipt, { key: octets(publicKey.x ?? '') }),
    { secret: [jwk, secret] },
  ],
  ['is an ID token signed by the same secret', 'other-kind', await forged(receipt, { header: { typ: 'JWT' } })],
  ['has no type', 'other-kind', await forged(receipt, { header: { typ: undefined } })],
  ['is issued by another', 'other-kind', await forged(receipt, { claims: { iss: 'https://login.example.com' } })],
  ['has no id', 'other-kind', await forged(receipt, { claims: { jti: undefined } })],
  ['never expires', 'other-kind', await forged(receipt, { claims: { exp: undefined } })],
  ['has no hash', 'other-kind', await forged(receipt, { claims: { email_hash: '' } })],
  ['has an unknown result', 'other-kind', await forged(receipt, { claims: { result: 'Fine' } })],
  ['has a flag that is a word', 'other-kind', await forged(receipt, { claims: { role: 'false' } })],
  ['has a code that is not a number', 'other-kind', await forged(receipt, { claims: { code: '5' } })],
  ['is signed by another secret', 'unknown-key', await signed(otherSecret)],
  ['is signed by another private key', 'unknown-key', await signed(await newJwk()), { secret: undefined, publicKey }],
  ['names no key', 'unknown-key', await forged(receipt, { header: { kid: undefined } })],
  [
    'is signed by another secret, with the key id of the right one',
    'altered',
    await forged(receipt, { key: octets(otherSecret) }),
  ],
  [
    'is signed by another private key, with the key id of the right one',
    'altered',
    await forged(edReceipt, { header: { alg: 'EdDSA' }, key: await importJWK(await newJwk(), 'EdDSA') }),
    { secret: undefined, publicKey },
  ],
  [
    'says something better',
    'altered',
    `${head}.${encoded({ ...decodeJwt(receipt), result: 'Safe to Send' })}.${signature}`,
  ],
  ['has lost its signature', 'altered', `${head}.${payload}.`],
  ['has half its signature', 'altered', receipt.slice(0, -20)],
  [
    'needs an extension that we do not know',
    'altered',
    `${encoded({ ...decodeProtectedHeader(receipt), crit: ['x'], x: 1 })}.${payload}.${signature}`,
  ],
  ['is an hour old', 'expired', receipt, { now: now + HOUR }],
  ['is issued in two minutes', 'not-yet-valid', receipt, { now: now - 120_000 }],
  ['is checked at an invalid time', 'not-yet-valid', receipt, { now: NaN }],
];

describe('a receipt is refused, in a sentence that holds nothing of it, if it', () => {
  for (const [what, code, sent, options] of rows) {
    it(`${what}: ${code}`, async () => {
      assert.deepEqual(await verified(sent, options), { ok: false, code, message: receiptRefusals[code] });
    });
  }

  it('was used before, and only then', async () => {
    const used = createUsedReceipts({ now: () => now });
    assert.equal((await verified(receipt, { used })).ok, true);
    assert.deepEqual(await verified(receipt, { used }), { ok: false, code: 'used', message: receiptRefusals.used });
    assert.equal((await verified(await signed(), { used })).ok, true, 'the next one for the same address');
    assert.equal((await verified(receipt)).ok, true, 'if nobody counts');
  });

  it('is used twice at once: only one use is accepted', async () => {
    const used = createUsedReceipts({ now: () => now });
    const answers = await Promise.all([1, 2, 3].map(() => verified(receipt, { used })));
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
  });

  it('has every reason of the table', () => {
    const shown = new Set<string>([...rows.map(([, code]) => code), ...['not-an-address', 'other-address', 'used']]);
    assert.deepEqual([...shown].sort(), Object.keys(receiptRefusals).sort());
  });
});

describe('a receipt is taken', () => {
  it('until the last moment of its hour', async () =>
    assert.equal((await verified(receipt, { now: now + HOUR - 1 })).ok, true));
  it('by a clock that is half a minute behind', async () =>
    assert.equal((await verified(receipt, { now: now - 30_000 })).ok, true));

  it('after it was refused for another reason: it is not used up', async () => {
    const used = createUsedReceipts({ now: () => now });
    await verified(receipt, { used, email: 'john@example.com' });
    await verified(receipt, { used, now: now + HOUR });
    assert.equal((await verified(receipt, { used })).ok, true);
  });

  it('with its id and the end of its hour to the store', async () => {
    const asked: unknown[] = [];
    const firstUse = (...question: unknown[]) => Promise.resolve(asked.push(question) === 1);
    await verified(receipt, { used: { firstUse } });
    assert.deepEqual(asked, [[decodeJwt(receipt).jti, now + HOUR]]);
  });
});

describe('a secret that is changed', () => {
  it('signs first and verifies all', async () => {
    const fresh = await signed([otherSecret, secret]);
    assert.equal(decodeProtectedHeader(fresh).kid, decodeProtectedHeader(await signed(otherSecret)).kid);
    for (const sent of [fresh, receipt])
      assert.equal((await verified(sent, { secret: [otherSecret, secret] })).ok, true);
    assert.equal((await verified(receipt, { secret: [otherSecret] })).ok, false, 'once the old one is gone');
  });

  it('may become a key pair', async () => {
    for (const sent of [edReceipt, receipt]) {
      assert.equal((await verified(sent, { secret: [jwk, secret] })).ok, true);
      assert.equal((await verified(sent, { secret, publicKey: [publicOf(await newJwk()), publicKey] })).ok, true);
    }
  });

  it('is identified by a key id that does not reveal it', () => {
    for (const of of [receipt, edReceipt]) {
      const { kid = '' } = decodeProtectedHeader(of);
      assert.ok(kid.length > 10);
      for (const held of [secret, jwk.d ?? '']) assert.equal(kid.includes(held.slice(0, 5)), false);
    }
  });
});

describe("a developer's mistake", () => {
  const shortOne = /32 octets or longer.*openssl rand -base64 32/;
  const noKey = /Ed25519 key as JSON: `kty` "OKP"/;
  const mistakes: [string, unknown, RegExp][] = [
    ['a secret of 31 octets', 'x'.repeat(31), shortOne],
    ['31 octets', new Uint8Array(31), shortOne],
    ['a short one behind a long one', [secret, 'short'], shortOne],
    ['no secret', undefined, /`secret` is missing or empty/],
    ['an empty secret', '', /`secret` is missing or empty/],
    ['an empty list', [], /`secret` is missing or empty/],
    ['a list with a gap', [secret, undefined], /`secret` is missing or empty/],
    ['a number', 1e9, noKey],
    ['a public key to sign with', publicKey, noKey],
    ['a key on another curve', { ...jwk, crv: 'X25519' }, noKey],
    ['a key with half its octets', { ...jwk, d: 'abcd' }, noKey],
  ];
  for (const [what, given, message] of mistakes) {
    it(`throws with a remedy: ${what}`, async () => {
      assert.throws(() => createReceiptSigner(given as ReceiptSecret), message);
      await assert.rejects(verified(undefined, { secret: given as ReceiptSecret }), message, 'even if no receipt came');
    });
  }

  it('throws for an invalid public key', async () => {
    await assert.rejects(verified(receipt, { secret: undefined, publicKey: { ...publicKey, x: '' } }), noKey);
    await assert.rejects(verified(receipt, { secret: undefined, publicKey: [] }), /`publicKey` is missing or empty/);
  });

  it('accepts a secret of 32 octets', async () => {
    for (const enough of ['x'.repeat(32), 'ü'.repeat(16), new Uint8Array(32)]) {
      assert.equal((await verified(await signed(enough), { secret: enough })).ok, true);
    }
  });

  it('throws if a validation without its address is signed', async () => {
    await assert.rejects(signed(secret, { email: '' }), /Sign the validation with the `email` that was asked/);
  });

  it('does not reveal the secret', async () => {
    const words = 'only thirty-one octets of words';
    await assert.rejects(verified(receipt, { secret: words }), (error: Error) => !(error.stack ?? '').includes(words));
  });

  it('of a store that fails is not hidden', async () => {
    const used = { firstUse: () => Promise.reject(new Error('no connection')) };
    await assert.rejects(verified(receipt, { used }), /no connection/);
  });
});
