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
/** Longer lists are read in turns, of which each is as the one before: what comes of a part of it comes of all. */
const LARGE = isSoak ? 256_000 : 64_000;

const sizesFor = (cap: number): readonly number[] => [4, 2, 1].map((part) => Math.floor(Math.min(cap, LARGE) / part));

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
        let few: number | undefined;
        for (const size of sizes) {
          const steps = await stepsFor(scanner, piece, size);
          assert.ok(steps > 0);
          if (few !== undefined) {
            worst = Math.max(worst, (steps - FEW) / few);
            assert.ok(
              steps <= TWICE * few + FEW,
              `SEED=${seed}, ${JSON.stringify(piece)}: ${few} steps for half of ${size}, ${steps} for all`,
            );
          }
          few = steps;
        }
      }
      if (isSoak) test.diagnostic(`measured: steps for twice as much of ${scanner.name}: ${worst.toFixed(2)} times`);
    });
});
