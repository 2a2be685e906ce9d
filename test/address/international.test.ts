import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanAddress, isSameAddress, parseAddress, parseNamedAddress } from '../../src/address/index.js';
import { internationalRows } from './international-rows.js';

describe('an address beyond ASCII', () => {
  for (const [address, valid, section, what] of internationalRows)
    it(`is ${valid ? 'accepted' : 'refused'} by ${section}: ${what}`, () => {
      const parsed = parseAddress(address);
      assert.equal(parsed.ok, valid, JSON.stringify(parsed));
    });

  const accepted = internationalRows.filter(([, valid]) => valid).map(([address]) => address);

  it('is never called wrong by the page if the service accepts it', () => {
    assert.deepEqual(
      accepted.filter((address) => !parseNamedAddress(address).ok),
      [],
    );
  });

  it('is judged in A-labels as it is judged in letters', () => {
    const misses = internationalRows.filter(([address, valid]) => {
      const parsed = parseNamedAddress(address);
      return parsed.ok && parseAddress(`${parsed.localPart}@${parsed.asciiDomain}`).ok !== valid;
    });
    // In A-labels nothing says that these were not typed so.
    assert.deepEqual(
      misses.map(([address]) => address),
      ['a@3com.קום', 'me@ab－－c.com'],
    );
  });

  it('is not changed by what removes invisible characters', () => {
    for (const address of accepted) {
      const cleaned = cleanAddress(address);
      assert.ok(cleaned === address || isSameAddress(cleaned, address), `${address} → ${cleaned}`);
    }
  });

  it('has its joiners where the standard lets them be, in pages at least there', () => {
    const letters = { ...{ virama: 0, before: 0, after: 0 }, page: 0 };
    const isAccepted = (address: string): boolean => {
      const { ok } = parseAddress(address);
      if (ok && !parseNamedAddress(address).ok) letters.page += 1;
      return ok;
    };
    for (let code = 0x80; code < 0x20000; code += 1) {
      const each = String.fromCodePoint(code);
      if (/\p{M}/u.test(each)) letters.virama += Number(isAccepted(`\u0915${each}\u200d@a.b`));
      else if (/\p{L}/u.test(each)) {
        letters.before += Number(isAccepted(`${each}\u200c\u0628@a.b`));
        letters.after += Number(isAccepted(`\u0628\u200c${each}@a.b`));
      }
    }
    // As many as Unicode 17 has, by its UnicodeData.txt and ArabicShaping.txt; viramas are the platform's.
    const { virama, ...others } = letters;
    assert.ok(virama >= 63 && virama <= 80, String(virama));
    assert.deepEqual(others, { before: 607, after: 746, page: 0 });
  });
});
