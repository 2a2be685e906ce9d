import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base64url } from 'jose';
import {
  createOwnershipCache,
  verifyOwnership,
  type OwnershipRefusalCode,
  type VerifiedOwnership,
} from '../../src/ownership/index.js';
import { protocol } from '../../src/ownership/protocol.js';
import {
  audience,
  email,
  holderPair,
  issuer,
  issuerPair,
  keysUrl,
  metadataUrl,
  newIssued,
  newPair,
  newToken,
  newWorld,
  nonce,
  now,
  recordName,
  right,
  sign,
  type TokenChanges,
  type World,
} from './issuer-world.js';

const seconds = now / 1_000;
const codeOf = (verified: VerifiedOwnership): string => (verified.ok ? 'ok' : verified.code);

describe('a good token', () => {
  it('proves ownership and names the issuer', async () => {
    const verified = await verifyOwnership({ ...right(), token: await newToken() });
    assert.deepEqual(verified, { ok: true, issuer: `https://${issuer}`, email: email.toLowerCase(), isPrivate: false });
  });

  it('asks the DNS, the description and the keys, and nothing else', async () => {
    const world = newWorld();
    await verifyOwnership({ ...right(world), token: await newToken() });
    assert.deepEqual(world.asked, [recordName, metadataUrl, keysUrl]);
  });

  const good: readonly (readonly [what: string, changes: TokenChanges])[] = [
    ['with the type of the guide', { header: { typ: 'ev+sd-jwt' } }],
    ['that names its issuer as a bare host', { claims: { iss: issuer } }],
    ['that names its issuer in capitals', { claims: { iss: `https://${issuer.toUpperCase()}` } }],
    ['without a key name', { header: { kid: undefined } }],
    ['signed a minute ahead', { claims: { iat: seconds + 60 }, bindingClaims: { iat: seconds + 60 } }],
    ['signed five minutes ago', { claims: { iat: seconds - 300 }, bindingClaims: { iat: seconds - 300 } }],
  ];
  for (const [what, changes] of good)
    it(`${what} is accepted`, async () => {
      assert.equal(codeOf(await verifyOwnership({ ...right(), token: await newToken(changes) })), 'ok');
    });

  it('of a relay address says that it is one', async () => {
    const verified = await verifyOwnership({
      ...right(),
      token: await newToken({ claims: { is_private_email: true } }),
    });
    assert.equal(verified.ok && verified.isPrivate, true);
  });

  for (const alg of ['EdDSA', 'Ed25519', 'ES256', 'RS256'])
    it(`is accepted from an issuer and from a browser that sign with ${alg}`, async () => {
      const [by, holder] = [await newPair(alg, { kid: 'k' }), await newPair(alg)];
      const token = await newToken({ issuerPair: by, holderPair: holder });
      assert.equal(codeOf(await verifyOwnership({ ...right(newWorld([by.jwk])), token })), 'ok');
    });

  it('is accepted for a domain whose letters are not of ASCII', async () => {
    const world = newWorld();
    world.records = { '_email-verification.xn--bcher-kva.example': [`iss=${issuer}`] };
    const token = await newToken({ claims: { email: 'jane@xn--bcher-kva.example' } });
    assert.equal(codeOf(await verifyOwnership({ ...right(world), email: 'jane@Bücher.example', token })), 'ok');
  });
});

/** Each check of what a token says: a token that all others accept. No one is asked about any of these. */
const refused: readonly (readonly [code: OwnershipRefusalCode, what: string, token: () => unknown])[] = [
  ['missing', 'an empty field', () => ''],
  ['missing', 'no field', () => null],
  ['missing', 'a file', () => new Blob(['x'])],
  ['too-long', 'a text of 8,193 characters', async () => `${await newToken({ claims: { pad: 'x'.repeat(8_000) } })}`],
  ['malformed', 'the issuer’s part alone', async () => `${await newIssued()}~`],
  ['malformed', 'three parts', async () => `${await newToken()}~`],
  ['malformed', 'a disclosure', async () => (await newToken()).replace('~', '~WyJhIl0~')],
  ['malformed', 'a part of four pieces', async () => (await newToken()).replace('~', '.x~')],
  ['malformed', 'a header that is no object', async () => (await newToken()).replace(/^[^.]+/, base64url.encode('[]'))],
  ['malformed', 'a line end', async () => `${await newToken()}\n`],
  ['malformed', 'a signature in another spelling', async () => respelt(await newToken())],
  ['wrong-algorithm', 'an issuer’s part without a signature', () => newToken({ header: { alg: 'none' } })],
  ['wrong-algorithm', 'an issuer’s part signed by a shared secret', () => newToken({ header: { alg: 'HS256' } })],
  ['wrong-type', 'an issuer’s part of another type', () => newToken({ header: { typ: 'JWT' } })],
  ['wrong-type', 'an issuer’s part without a type', () => newToken({ header: { typ: undefined } })],
  ['no-issuer', 'an issuer by http', () => newToken({ claims: { iss: `http://${issuer}` } })],
  ['no-issuer', 'an issuer with a path', () => newToken({ claims: { iss: `https://${issuer}/tenant` } })],
  ['no-issuer', 'an issuer with a port', () => newToken({ claims: { iss: `https://${issuer}:8443` } })],
  ['no-issuer', 'an issuer with a user', () => newToken({ claims: { iss: `https://a@${issuer}` } })],
  ['no-issuer', 'an issuer at an IP address', () => newToken({ claims: { iss: 'https://192.0.2.1' } })],
  ['no-issuer', 'an issuer on this machine', () => newToken({ claims: { iss: 'https://accounts.localhost' } })],
  ['no-issuer', 'an issuer of one label', () => newToken({ claims: { iss: 'https://accounts' } })],
  ['no-issuer', 'no issuer', () => newToken({ claims: { iss: undefined } })],
  ['not-yet-valid', 'an issuer’s part of the future', () => newToken({ claims: { iat: seconds + 61 } })],
  ['expired', 'an issuer’s part six minutes old', () => newToken({ claims: { iat: seconds - 361 } })],
  ['not-yet-valid', 'an issuer’s part whose time is a text', () => newToken({ claims: { iat: String(seconds) } })],
  ['not-yet-valid', 'an issuer’s part without a time', () => newToken({ claims: { iat: undefined } })],
  ['unverified', 'an address that is not verified', () => newToken({ claims: { email_verified: false } })],
  ['unverified', 'an address verified by a text', () => newToken({ claims: { email_verified: 'true' } })],
  ['other-address', 'another address', () => newToken({ claims: { email: 'john@mail.example.com' } })],
  ['other-address', 'no address', () => newToken({ claims: { email: undefined } })],
  ['other-address', 'a list of addresses', () => newToken({ claims: { email: [email.toLowerCase()] } })],
  ['other-address', 'the address between blanks', () => newToken({ claims: { email: ` ${email}\n` } })],
  ['wrong-holder-key', 'no key of the browser’s', () => newToken({ claims: { cnf: undefined } })],
  [
    'wrong-holder-key',
    'a key of another curve',
    () => newToken({ claims: { cnf: { jwk: { ...holderPair.jwk, crv: 'P-384' } } } }),
  ],
  [
    'wrong-holder-key',
    'a key that is secret',
    () => newToken({ claims: { cnf: { jwk: { ...holderPair.jwk, d: 'x' } } } }),
  ],
  ['wrong-holder-key', 'a shared secret', () => newToken({ claims: { cnf: { jwk: { kty: 'oct', k: 'c2VjcmV0' } } } })],
  [
    'wrong-holder-key',
    'an RSA key of 16,384 bits',
    () => newToken({ claims: { cnf: { jwk: { kty: 'RSA', e: 'AQAB', n: 'x'.repeat(2_731) } } } }),
  ],
  [
    'wrong-holder-key',
    'an RSA key with a long exponent',
    () => newToken({ claims: { cnf: { jwk: { kty: 'RSA', e: 'x'.repeat(342), n: 'x'.repeat(342) } } } }),
  ],
  ['wrong-type', 'a binding of another type', () => newToken({ bindingHeader: { typ: 'JWT' } })],
  ['not-yet-valid', 'a binding of the future', () => newToken({ bindingClaims: { iat: seconds + 61 } })],
  ['expired', 'a binding six minutes old', () => newToken({ bindingClaims: { iat: seconds - 361 } })],
  ['other-audience', 'a binding for another site', () => newToken({ bindingClaims: { aud: 'https://evil.example' } })],
  ['other-audience', 'a binding for the site with a path', () => newToken({ bindingClaims: { aud: `${audience}/` } })],
  ['other-audience', 'a binding for several sites', () => newToken({ bindingClaims: { aud: [audience] } })],
  ['other-nonce', 'a binding with another nonce', () => newToken({ bindingClaims: { nonce: `${nonce}x` } })],
  ['other-nonce', 'a binding without a nonce', () => newToken({ bindingClaims: { nonce: undefined } })],
  [
    'other-token',
    'a binding of another token',
    async () => newToken({ withIssued: await newIssued({ claims: { jti: 'x' } }) }),
  ],
  ['other-token', 'a binding without a hash', () => newToken({ bindingClaims: { sd_hash: undefined } })],
  ['wrong-algorithm', 'a binding without a signature', () => newToken({ bindingHeader: { alg: 'none' } })],
  [
    'wrong-algorithm',
    'a binding whose algorithm is not its key’s',
    () => newToken({ bindingHeader: { alg: 'EdDSA' } }),
  ],
  [
    'altered-binding',
    'a binding by another key',
    async () => newToken({ holderPair: { ...(await newPair('ES256')), jwk: holderPair.jwk } }),
  ],
  ['altered-binding', 'a binding with a critical extension', () => newToken({ bindingHeader: { crit: ['x'], x: 1 } })],
];

/** The same octets with other spare bits in the last character of the last signature, which has 86. */
const respelt = (token: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + (alphabet[alphabet.indexOf(token.at(-1) ?? '') ^ 1] ?? '');
};

describe('a token is refused without asking anyone', () => {
  for (const [code, what, make] of refused)
    it(`${code}: ${what}`, async () => {
      const world = newWorld();
      const verified = await verifyOwnership({ ...right(world), token: await make() });
      assert.equal(codeOf(verified), code);
      assert.deepEqual(world.asked, []);
    });

  it('not-an-address: if the address that was sent is none', async () => {
    for (const other of ['', 'jane', 7, null, undefined, `${email}, ${email}`]) {
      const verified = await verifyOwnership({ ...right(), email: other, token: await newToken() });
      assert.equal(codeOf(verified), 'not-an-address', String(other));
    }
  });

  it('no-nonce: if the server has no record of the nonce', async () => {
    const token = await newToken({ bindingClaims: { nonce: undefined } });
    assert.equal(codeOf(await verifyOwnership({ ...right(), nonce: undefined, token })), 'no-nonce');
    const empty = await newToken({ bindingClaims: { nonce: '' } });
    assert.equal(codeOf(await verifyOwnership({ ...right(), nonce: '', token: empty })), 'no-nonce');
  });

  it('other-address: for letters that only look alike in lower case', async () => {
    const token = await newToken({ claims: { email: 'kate@mail.example.com' } });
    const kelvin = 'Kate@mail.example.com'.replace('K', '\u212a');
    assert.equal(codeOf(await verifyOwnership({ ...right(), email: kelvin, token })), 'other-address');
    assert.equal(codeOf(await verifyOwnership({ ...right(), email: 'KATE@MAIL.example.com', token })), 'ok');
  });
});

/** A world in which one thing is wrong. */
const broken: readonly (readonly [code: OwnershipRefusalCode, what: string, breakIt: (world: World) => void])[] = [
  ['no-delegation', 'no record', (world) => (world.records = {})],
  ['no-delegation', 'a record of something else', (world) => (world.records[recordName] = ['v=spf1 -all'])],
  ['several-delegations', 'two records', (world) => (world.records[recordName] = [`iss=${issuer}`, `iss=${issuer}`])],
  ['other-issuer', 'a record of another issuer', (world) => (world.records[recordName] = ['iss=evil.example'])],
  ['other-issuer', 'a record of a host below', (world) => (world.records[recordName] = [`iss=x.${issuer}`])],
  ['issuer-unreachable', 'an issuer that is not there', (world) => (world.documents = {})],
  [
    'issuer-unreachable',
    'a connection that breaks',
    (world) => (world.documents[metadataUrl] = new TypeError('reset')),
  ],
  [
    'issuer-unreachable',
    'a redirect',
    (world) => (world.documents[metadataUrl] = Response.redirect('https://evil.example/')),
  ],
  [
    'issuer-invalid',
    'a description that is not JSON',
    (world) => (world.documents[metadataUrl] = new Response('<html>')),
  ],
  ['issuer-invalid', 'a description that is a list', (world) => (world.documents[metadataUrl] = [])],
  [
    'issuer-invalid',
    'a description that is too long',
    (world) => (world.documents[metadataUrl] = { jwks_uri: keysUrl, pad: 'x'.repeat(65_536) }),
  ],
  ['issuer-invalid', 'no address of keys', (world) => (world.documents[metadataUrl] = {})],
  [
    'issuer-invalid',
    'keys of another origin',
    (world) => (world.documents[metadataUrl] = { jwks_uri: 'https://evil.example/keys' }),
  ],
  ['issuer-invalid', 'keys by http', (world) => (world.documents[metadataUrl] = { jwks_uri: `http://${issuer}/keys` })],
  [
    'issuer-invalid',
    'keys at another port',
    (world) => (world.documents[metadataUrl] = { jwks_uri: `https://${issuer}:444/keys` }),
  ],
  ['issuer-invalid', 'keys that are no list', (world) => (world.documents[keysUrl] = { keys: {} })],
  [
    'issuer-invalid',
    'more keys than are tried',
    (world) => (world.documents[keysUrl] = { keys: Array(21).fill(issuerPair.jwk) }),
  ],
  ['issuer-unreachable', 'keys that are not there', (world) => delete world.documents[keysUrl]],
  ['unknown-key', 'no keys', (world) => (world.documents[keysUrl] = { keys: [] })],
  [
    'unknown-key',
    'a key of another name',
    (world) => (world.documents[keysUrl] = { keys: [{ ...issuerPair.jwk, kid: 'other' }] }),
  ],
  [
    'unknown-key',
    'a key of another type',
    (world) => (world.documents[keysUrl] = { keys: [{ ...holderPair.jwk, kid: 'key-1' }] }),
  ],
  ['unknown-key', 'a private key', (world) => (world.documents[keysUrl] = { keys: [{ ...issuerPair.jwk, d: 'x' }] })],
];

describe('a token is not proven', () => {
  for (const [code, what, breakIt] of broken)
    it(`${code}: ${what}`, async () => {
      const world = newWorld();
      breakIt(world);
      assert.equal(codeOf(await verifyOwnership({ ...right(world), token: await newToken() })), code);
    });

  it('altered: if another key signed it under the name of the issuer’s', async () => {
    const forger = await newPair('EdDSA', { kid: 'key-1' });
    const token = await newToken({ issuerPair: forger });
    assert.equal(codeOf(await verifyOwnership({ ...right(), token })), 'altered');
  });

  it('altered: if it is changed and bound anew by the holder of the key', async () => {
    const [header = '', , signature = ''] = (await newIssued()).split('.');
    const claims = base64url.encode(
      JSON.stringify({
        ...{
          iss: issuer,
          iat: seconds,
          cnf: { jwk: holderPair.jwk },
          email: email.toLowerCase(),
          email_verified: true,
        },
        is_private_email: true,
      }),
    );
    const issued = `${header}.${claims}.${signature}`;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${issued}~`));
    const binding = await sign(
      holderPair,
      { alg: 'ES256', typ: 'kb+jwt' },
      { aud: audience, nonce, iat: seconds, sd_hash: base64url.encode(new Uint8Array(digest)) },
    );
    assert.equal(codeOf(await verifyOwnership({ ...right(), token: `${issued}~${binding}` })), 'altered');
  });

  it('dns-failed: if the DNS does not tell', async () => {
    const resolveTxt = () => Promise.reject(new Error('SERVFAIL'));
    assert.equal(codeOf(await verifyOwnership({ ...right(), resolveTxt, token: await newToken() })), 'dns-failed');
  });
});

describe('what is remembered', () => {
  it('saves the questions for five minutes', async () => {
    const [world, cache] = [newWorld(), createOwnershipCache()];
    const options = { ...right(world), cache };
    for (const later of [0, 299_999, 300_000]) {
      const iat = (now + later) / 1_000;
      const token = await newToken({ claims: { iat }, bindingClaims: { iat } });
      assert.equal(codeOf(await verifyOwnership({ ...options, now: now + later, token })), 'ok');
      assert.equal(world.asked.length, later === 300_000 ? 6 : 3, String(later));
    }
  });

  it('is asked for again if an issuer has changed its keys, once a minute at most', async () => {
    const [world, cache] = [newWorld(), createOwnershipCache()];
    const options = { ...right(world), cache };
    assert.equal(codeOf(await verifyOwnership({ ...options, token: await newToken() })), 'ok');
    const next = await newPair('EdDSA', { kid: 'key-2' });
    world.documents[keysUrl] = { keys: [next.jwk] };
    const ask = async (later: number): Promise<string> => {
      const iat = (now + later) / 1_000;
      const token = await newToken({ issuerPair: next, claims: { iat }, bindingClaims: { iat } });
      return codeOf(await verifyOwnership({ ...options, now: now + later, token }));
    };
    assert.equal(await ask(59_999), 'unknown-key');
    assert.equal(world.asked.length, 3);
    assert.equal(await ask(60_000), 'ok');
    assert.equal(world.asked.length, 5);
  });

  it('of an issuer that gave no keys is that, for a minute', async () => {
    const [world, cache] = [newWorld(), createOwnershipCache()];
    const { documents } = world;
    world.documents = {};
    const ask = async (later: number): Promise<string> => {
      const token = await newToken();
      return codeOf(await verifyOwnership({ ...right(world), cache, now: now + later, token }));
    };
    assert.equal(await ask(0), 'issuer-unreachable');
    assert.equal(world.asked.length, 2);
    world.documents = documents;
    assert.equal(await ask(59_999), 'issuer-unreachable');
    assert.equal(world.asked.length, 2, 'nobody is asked');
    assert.equal(await ask(60_000), 'ok');
  });

  it('of the DNS is no failure', async () => {
    const [world, cache] = [newWorld(), createOwnershipCache()];
    const { records } = world;
    world.records = {};
    const options = { ...right(world), cache };
    assert.equal(codeOf(await verifyOwnership({ ...options, token: await newToken() })), 'no-delegation');
    world.records = records;
    assert.equal(codeOf(await verifyOwnership({ ...options, token: await newToken() })), 'ok');
  });
});

describe('the developer’s own mistakes', () => {
  for (const wrong of ['', 'shop.example', 'https://shop.example/', 'HTTPS://shop.example', undefined])
    it(`an audience of ${JSON.stringify(wrong)} is rejected with what it must be`, async () => {
      await assert.rejects(verifyOwnership({ ...right(), audience: wrong as string, token: '' }), /origin of the page/);
    });
});

it('the names of the protocol are those of the drafts', () => {
  assert.deepEqual(protocol, {
    recordLabel: '_email-verification',
    recordPrefix: 'iss=',
    metadataPath: '/.well-known/email-verification',
    sitePath: '/.well-known/web-identity',
    tokenTypes: ['evt+jwt', 'ev+sd-jwt'],
    bindingTypes: ['kb+jwt'],
    separator: '~',
  });
});
