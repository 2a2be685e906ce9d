import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sample, seeded } from '../random.js';
import { isSoak, seed, trials } from '../soak.js';
// First: what runs before it is not counted.
import { stepsOf } from './steps.js';
import { fillTo, scanners, type Scanner } from './scanners.js';

/**
 * So many times the text takes about as many times the steps. Twice the text would not tell: what a reader looks ahead, up to 128 KB, may be
 * read once more at the end of one text and not of the other.
 */
const TIMES = 8;
const MOST_TIMES = 1.25 * TIMES;
const FEW = 5_000;
/**
 * A short text may be refused at a glance, and a long one read. In a long text so many steps a character are few: if their number grew with
 * the text, there would be more.
 */
const LONG = 64_000;
const FEW_EACH = 1_000;
const LEAST_PIECES = 5;
const random = seeded(seed);
/** Longer lists are read in turns, of which each is as the one before: what comes of a part of it comes of all. */
const LARGE = isSoak ? 512_000 : 64_000;

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
      const most = Math.min(scanner.cap, LARGE);
      const least = Math.floor(most / TIMES);
      const pieces = sample(scanner.pieces, Math.max(LEAST_PIECES, trials(scanner.pieces.length)), random);
      let worst = 0;
      for (const piece of pieces) {
        // What is compiled or remembered at first counts for no text.
        await scanner.read(fillTo(piece, least));
        const [few, many] = [await stepsFor(scanner, piece, least), await stepsFor(scanner, piece, most)];
        assert.ok(few > 0);
        const isFew = most >= LONG && many <= FEW_EACH * most;
        if (!isFew) worst = Math.max(worst, (many - FEW) / few);
        // A search that is part of the runtime is not always counted; one step a character is what reading takes.
        assert.ok(
          isFew || many <= MOST_TIMES * few + FEW + most,
          `SEED=${seed}, ${JSON.stringify(piece)}: ${few} steps for ${least}, ${many} for ${most}`,
        );
      }
      if (isSoak)
        test.diagnostic(`measured: steps for ${TIMES} times as much of ${scanner.name}: ${worst.toFixed(2)} times`);
    });
});
