import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  creditsOf,
  isEnriched,
  ledgerNameOf,
  mostCredits,
  type Order,
  type CallOutcome,
} from '../../src/service/accounts/prices.js';
import { reverseCall, validateCall } from '../../src/wire/index.js';

const plain: Order = { call: validateCall };
const photo: Order = { call: validateCall, photo: true };
const append: Order = { call: validateCall, append: true };
const both: Order = { call: validateCall, photo: true, append: true };
const reverse: Order = { call: reverseCall };

const nothing: CallOutcome = { result: 'Safe to Send', hasPhoto: false, isFound: false };
const aPhoto: CallOutcome = { result: 'Safe to Send', hasPhoto: true, isFound: true };
const aName: CallOutcome = { result: 'Safe to Send', hasPhoto: false, isFound: true };
const unknown = (outcome: CallOutcome): CallOutcome => ({ ...outcome, result: 'Unknown' });

describe('prices', () => {
  const rows: readonly (readonly [name: string, order: Order, outcome: CallOutcome, credits: number])[] = [
    ['a verdict', plain, { result: 'Safe to Send' }, 1],
    ['a verdict of Risky', plain, { result: 'Risky' }, 1],
    ['a verdict of Invalid', plain, { result: 'Invalid' }, 1],
    ['a verdict of Unknown', plain, { result: 'Unknown' }, 0],
    ['what nobody asked for', plain, aPhoto, 1],
    ['a photo asked for and not found', photo, nothing, 1],
    ['a photo found', photo, aPhoto, 2],
    ['a photo found beside Unknown', photo, unknown(aPhoto), 1],
    ['a photo not found beside Unknown', photo, unknown(nothing), 0],
    ['a name that only append asks for', photo, aName, 1],
    ['an enrichment not found', append, nothing, 1],
    ['a name found', append, aName, 21],
    ['a photo found for append', append, aPhoto, 21],
    ['a name found beside Unknown', append, unknown(aName), 20],
    ['an enrichment not found beside Unknown', append, unknown(nothing), 0],
    ['both asked for and nothing found', both, nothing, 1],
    ['both asked for and a name found', both, aName, 21],
    ['both asked for and a photo found', both, aPhoto, 22],
    ['both found beside Unknown', both, unknown(aPhoto), 21],
    ['a reverse look-up that finds nothing', reverse, { isFound: false }, 0],
    ['a reverse look-up that finds something', reverse, { isFound: true }, 20],
    ['a reverse look-up that finds a photo', reverse, { hasPhoto: true, isFound: true }, 20],
  ];
  for (const [name, order, outcome, credits] of rows)
    it(`charge ${credits} for ${name}, and never more than was reserved`, () => {
      assert.equal(creditsOf(order, outcome), credits);
      assert.ok(credits <= mostCredits(order));
    });

  it('reserve the maximum price of a call', () => {
    assert.deepEqual([plain, photo, append, both, reverse].map(mostCredits), [1, 2, 21, 22, 20]);
    assert.deepEqual([plain, photo, append, both, reverse].map(isEnriched), [false, true, true, true, true]);
    assert.deepEqual([plain, both, reverse].map(ledgerNameOf), ['validation', 'validation', 'reverse']);
  });
});
