import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sample, seeded } from '../random.js';
import { isSoak, seed, trials } from '../soak.js';
// First: what runs before it is not counted.
import { stepsOf } from './steps.js';
import { fillTo, scanners, type Scanner } from './scanners.js';

/** Twice the text takes about twice the steps, and a few that depend on how its pieces fall on the bounds. */
const TWICE = 2.2;
const FEW = 5_000;
const LEAST_PIECES = 5;
const random = seeded(seed);
/** Of a longer list as much is read in turns: a part of it has all that can happen. */
const LARGE = isSoak ? 1_000_000 : 64_000;

const sizesFor = (cap: number): readonly number[] => [4, 2].map((part) => Math.floor(Math.min(cap, LARGE) / part));

/** For a text of so many characters, or one piece more: of an odd number of quotes the last is open, which may end the reading. */
const stepsFor = async ({ read }: Scanner, piece: Scanner['pieces'][number], length: number): Promise<number> => {
  const more = typeof piece === 'string' ? piece.length : piece[1].length;
  const texts = [length, length + more].map((each) => fillTo(piece, each));
  let most = 0;
  for (const text of texts) most = Math.max(most, await stepsOf(() => read(text)));
  return most;
};

describe('what strangers send is read in steps that grow with its length', () => {
  for (const scanner of scanners)
    it(scanner.name, async (test) => {
      const sizes = sizesFor(scanner.cap);
      const pieces = sample(scanner.pieces, Math.max(LEAST_PIECES, trials(scanner.pieces.length)), random);
      let worst = 0;
      for (const piece of pieces) {
        // What is compiled or remembered at first counts for no text.
        await scanner.read(fillTo(piece, sizes[0] ?? 0));
        for (const size of sizes) {
          const [few, many] = [await stepsFor(scanner, piece, size), await stepsFor(scanner, piece, 2 * size)];
          assert.ok(few > 0);
          worst = Math.max(worst, (many - FEW) / few);
          assert.ok(
            many <= TWICE * few + FEW,
            `SEED=${seed}, ${JSON.stringify(piece)}: ${few} steps for ${size}, ${many} for twice as much`,
          );
        }
      }
      if (isSoak) test.diagnostic(`measured: steps for twice as much of ${scanner.name}: ${worst.toFixed(2)} times`);
    });
});
