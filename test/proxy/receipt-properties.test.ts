import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseAddress, normalizeAddress } from '../../src/address/index.js';
import { verifyReceipt } from '../../src/proxy/receipt.js';
import { email, newJwk, now, publicOf, secret, signed } from './receipt-world.js';
import { seed, trials } from '../soak.js';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const jwk = await newJwk();
const keys = { secret, publicKey: publicOf(jwk) };
const receipts = [await signed(), await signed(jwk)];
const isTaken = async (sent: unknown, of: unknown = email): Promise<boolean> =>
  (await verifyReceipt(sent, { email: of, now, ...keys })).ok;

describe('whatever is done to a receipt, it is refused', () => {
  it('is valid unchanged', async () => {
    for (const receipt of receipts) assert.equal(await isTaken(receipt), true);
  });

  it('any one character is changed, at every position', async () => {
    for (const receipt of receipts) {
      for (let at = 0; at < receipt.length; at++) {
        const other = BASE64URL.charAt((BASE64URL.indexOf(receipt.charAt(at)) + 1) % 64);
        assert.equal(await isTaken(receipt.slice(0, at) + other + receipt.slice(at + 1)), false, `character ${at}`);
      }
    }
  });

  it('its last character is changed to any other, even if the decoded bytes are equal', async () => {
    for (const receipt of receipts) {
      for (const last of BASE64URL.replace(receipt.slice(-1), ''))
        assert.equal(await isTaken(receipt.slice(0, -1) + last), false, last);
    }
  });

  it('a part cut out, put in or replaced', async () => {
    const change = fc.record({
      of: fc.constantFrom(...receipts),
      at: fc.nat(600),
      cut: fc.nat(9),
      put: fc.oneof(fc.base64String({ maxLength: 9 }), fc.string({ unit: 'binary', maxLength: 9 })),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ of, at, cut, put }) => {
        const changed = of.slice(0, at) + put + of.slice(at + cut);
        fc.pre(!receipts.includes(changed));
        assert.equal(await isTaken(changed), false);
      }),
      { numRuns: trials(5_000), seed },
    );
  });
});

describe('whatever a page sends', () => {
  it('is answered and never throws', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\w-]{0,40}\.[\w-]{0,40}\.[\w-]{0,40}$/),
      fc.constantFrom(...receipts),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), texts), fc.oneof(fc.anything(), texts), async (sent, of) => {
        const answer = await verifyReceipt(sent, { email: of, now, ...keys });
        assert.equal(answer.ok || answer.message.length > 20, true);
      }),
      { numRuns: trials(5_000), seed },
    );
  });

  it('in the JSON of a header is answered and never throws', async () => {
    const [, payload = '', signature = ''] = receipts[0]?.split('.') ?? [];
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('alg', 'kid', 'typ', 'crit', 'b64', 'jwk', 'x'), fc.jsonValue()),
        async (header) => {
          const sent = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`;
          assert.equal(await isTaken(sent), false);
        },
      ),
      { numRuns: trials(2_000), seed },
    );
  });
});

it('a receipt is valid only for its own address, in every spelling', async () => {
  const label = fc.stringMatching(/^[a-zà-ÿ][a-zà-ÿ\d]{0,9}$/);
  const address = fc
    .tuple(fc.stringMatching(/^[\w!#$%&'*+/=?^`{|}~é-]{1,12}$/), label)
    .map(([local, name]) => `${local}@${name}.com`)
    .filter((text) => parseAddress(text).ok);
  await fc.assert(
    fc.asyncProperty(address, address, async (a, b) => {
      const receipt = await signed(secret, { email: a });
      assert.equal(
        await isTaken(receipt, ` ${a.slice(0, a.indexOf('@'))}${a.slice(a.indexOf('@')).toUpperCase()}\n`),
        true,
      );
      assert.equal(await isTaken(receipt, b), normalizeAddress(a) === normalizeAddress(b));
    }),
    { numRuns: trials(1_000), seed },
  );
});
