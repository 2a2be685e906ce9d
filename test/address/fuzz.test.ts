import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seeded } from '../random.js';
import { seed, trials } from '../soak.js';
import { hostileTexts, isSound } from './hostile-texts.js';

const TEXTS = trials(1_000_000);

it(`${TEXTS} hostile texts are parsed without an exception, and each part or fault is valid by itself`, (test) => {
  const random = seeded(seed);
  let tried = 0;
  for (const text of hostileTexts(TEXTS, (below) => Math.floor(random() * below))) {
    tried += 1;
    assert.ok(isSound(text), `SEED=${seed}: ${JSON.stringify(text)}`);
  }
  assert.equal(tried, TEXTS);
  test.diagnostic(`measured: hostile texts through the address parser: ${tried}`);
});
