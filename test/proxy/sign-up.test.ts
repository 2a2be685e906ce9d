import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verifySignUp as verifyOnNode } from '../../src/proxy/adapters/backend.js';
import { verifySignUp } from '../../src/proxy/backend.js';
import { createKeyProxy, createNonces } from '../../src/proxy/index.js';
import { json, startLoopback } from '../client/loopback.js';
import { audience, email, newToken, newWorld, now, right } from '../ownership/issuer-world.js';

const secret = 'a secret of the test, of thirty-two octets';
const seconds = now / 1_000;
const verdict = {
  ...{ email, code: '6', role: 'false', free_email: 'false', result: 'Invalid', reason: 'Bounce' },
  ...{ send_transactional: '0', did_you_mean: '' },
};

/** Everything between a page and its backend: a nonce from the key proxy, a receipt of a verdict, and a token for the nonce. */
const signUp = async () => {
  const upstream = await startLoopback(json({ service: verdict, success: '1', disposable: 'false' }));
  const nonces = createNonces({ now: () => now });
  const proxy = createKeyProxy({
    apiKey: 'Kq7ZwX2mVt9Lp',
    baseUrl: upstream.url,
    receiptSecret: secret,
    nonces,
    now: () => now,
  });
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: audience };
  const given = await proxy(new Request('https://shop.example/email-check/nonce', { method: 'POST', headers }));
  const { nonce } = (await given.json()) as { nonce: string };
  const checked = await proxy(new Request(`https://shop.example/email-check/validate?email=${email}`, { headers }));
  const { receipt } = (await checked.json()) as { receipt: string };
  await upstream.end();
  const [cookie = ''] = (given.headers.get('Set-Cookie') ?? '').split(';');
  const request = new Request(audience, { method: 'POST', headers: { Cookie: cookie, Origin: audience } });
  const token = await newToken({ bindingClaims: { nonce, iat: seconds } });
  const form = { email, email_check_receipt: receipt, email_check_token: token };
  const { fetch, resolveTxt } = right(newWorld());
  return { request, form, options: { secret, nonces, origins: [audience] as const, now, fetch, resolveTxt } };
};

describe('verifySignUp', () => {
  for (const [name, verify] of [
    ['', verifySignUp],
    [' for Node', verifyOnNode],
  ] as const)
    it(`says who owns the address, and that the verdict is contradicted${name}`, async () => {
      const { request, form, options } = await signUp();
      const verified = await verify(request, form, { ...options, origins: [audience] });
      assert.ok(verified.owned);
      assert.equal(verified.issuer, 'https://accounts.example.net');
      assert.equal(verified.isPrivate, false);
      assert.equal(verified.found?.result, 'Invalid');
      assert.equal(verified.found.contradicted, true);
      assert.equal(verified.receipt?.ok, true);
    });

  it('takes a FormData and a URLSearchParams', async () => {
    for (const Form of [FormData, URLSearchParams]) {
      const { request, form, options } = await signUp();
      const fields = new Form();
      for (const [field, value] of Object.entries(form)) fields.set(field, value);
      assert.equal((await verifySignUp(request, fields, { ...options, origins: [audience] })).owned, true);
    }
  });

  it('uses the nonce up: the same form proves nothing a second time', async () => {
    const { request, form, options } = await signUp();
    await verifySignUp(request, form, { ...options, origins: [audience] });
    const again = await verifySignUp(request, form, { ...options, origins: [audience] });
    assert.equal(!again.owned && again.why.code, 'no-nonce');
    assert.equal(again.found?.contradicted, false);
  });

  it('uses the nonce up although the token is refused', async () => {
    const { request, form, options } = await signUp();
    const other = await verifySignUp(
      request,
      { ...form, email: 'john@mail.example.com' },
      { ...options, origins: [audience] },
    );
    assert.equal(!other.owned && other.why.code, 'other-address');
    const again = await verifySignUp(request, form, { ...options, origins: [audience] });
    assert.equal(!again.owned && again.why.code, 'no-nonce');
  });

  const unproven: readonly (readonly [
    what: string,
    code: string,
    headers: Record<string, string>,
    form: Record<string, unknown>,
  ])[] = [
    ['no token', 'missing', {}, { email_check_token: undefined }],
    ['an empty token', 'missing', {}, { email_check_token: '' }],
    ['another session', 'no-nonce', { cookie: '__Host-email-check-session=abcdefghijklmnopqrstuv' }, {}],
    ['no session', 'no-nonce', { cookie: '' }, {}],
  ];
  for (const [what, code, headers, changed] of unproven)
    it(`says that ${what} is not proven, and keeps the verdict`, async () => {
      const { request, form, options } = await signUp();
      const sent = new Request(request, { headers: { ...Object.fromEntries(request.headers), ...headers } });
      const verified = await verifySignUp(sent, { ...form, ...changed }, { ...options, origins: [audience] });
      assert.equal(!verified.owned && verified.why.code, code);
      assert.equal(verified.found?.contradicted, false);
      assert.equal(verified.found.result, 'Invalid');
    });

  for (const [what, take] of [
    ['fails', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['never answers', () => new Promise<boolean>(() => {})],
  ] as const)
    it(`turns nobody away if the record of nonces ${what}`, async () => {
      const { request, form, options } = await signUp();
      const nonces = { ...options.nonces, take };
      const verified = await verifySignUp(request, form, { ...options, nonces, origins: [audience] });
      assert.equal(!verified.owned && verified.why.code, 'nonces-failed');
      assert.equal(verified.found?.result, 'Invalid');
    });

  it('does not take a session under https whose cookie another host could have planted', async () => {
    const { request, form, options } = await signUp();
    const cookie = (request.headers.get('cookie') ?? '').replace('__Host-', '');
    const sent = new Request(request, { headers: { origin: audience, cookie } });
    const verified = await verifySignUp(sent, form, { ...options, origins: [audience] });
    assert.equal(!verified.owned && verified.why.code, 'no-nonce');
  });

  it('takes a token of each of the site’s own origins, and of no other', async () => {
    for (const [origins, isOwned] of [
      [['https://www.shop.example', audience], true],
      [['https://www.shop.example'], false],
    ] as const) {
      const { request, form, options } = await signUp();
      assert.equal((await verifySignUp(request, form, { ...options, origins })).owned, isOwned);
    }
  });

  it('looks at ownership alone without a key for receipts', async () => {
    const { request, form, options } = await signUp();
    const { receipt, found, owned } = await verifySignUp(request, form, {
      ...options,
      secret: undefined,
      origins: [audience],
    });
    assert.deepEqual([receipt, found, owned], [undefined, undefined, true]);
  });

  it('says why a receipt is refused, beside the proof', async () => {
    const { request, form, options } = await signUp();
    const verified = await verifySignUp(
      request,
      { ...form, email_check_receipt: '' },
      { ...options, origins: [audience] },
    );
    assert.equal(verified.owned, true);
    assert.equal(verified.receipt?.ok === false && verified.receipt.code, 'missing');
  });
});
