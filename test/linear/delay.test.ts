import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { ListError, readHostedList } from '../../src/service/bulk/index.js';
import { drawIcon } from '../../src/service/logo/icon-picture.js';
import { BULK_BYTES } from '../../src/wire/index.js';
import { seeded } from '../random.js';
import { bitmap, ico } from '../service/logo/pictures.js';
import { knownList, randomBytes, spoiledList } from '../service/bulk/random-lists.js';
import { seed, trials } from '../soak.js';
import { costOf, LONGEST_DELAY } from './delay.js';
import { fillTo, scanners, type Scanner } from './scanners.js';

const COUNT = trials(200);
const random = seeded(seed);
const among = <Each>(choices: readonly Each[]): Each => choices[Math.floor(random() * choices.length)]!;

const piecesOf = (wanted: string): Scanner['pieces'] => scanners.find(({ name }) => name === wanted)!.pieces;

/** A list as people have it, one that something has happened to, or one that is made to keep its reader busy, of any length. */
const anyList = (): Buffer =>
  among([
    () => knownList(random).bytes,
    () => spoiledList(random),
    () => randomBytes(random),
    () =>
      Buffer.from(fillTo(among(piecesOf('hosted lists')), Math.floor(10 ** (4 + random() * 3.3)))).subarray(
        0,
        BULK_BYTES - 1,
      ),
  ])();

const readList = async (list: Buffer): Promise<void> => {
  try {
    let count = 0;
    for await (const { line } of (await readHostedList(list)).lines()) count += Math.sign(line);
    assert.ok(count > 0);
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
  }
};

/** A picture that a site may have, or what calls itself one. */
const anyIcon = (): Buffer | Promise<Buffer> => {
  const pixels = among([16, 32, 64, 256]);
  const colourAt = (x: number, y: number) => (random() < 0.1 ? undefined : (x + y) % 2 ? '#c81e1e' : '#1e1ec8');
  return among([
    () => ico({ width: pixels, picture: bitmap({ bits: among([1, 4, 8, 24, 32] as const), pixels, colourAt }) }),
    () =>
      sharp({ create: { width: 8 * pixels, height: 8 * pixels, channels: 3, background: '#c81e1e' } })
        .toFormat(among(['png', 'jpeg', 'webp', 'gif'] as const))
        .toBuffer(),
    () => Buffer.from(fillTo(among(piecesOf('icons')), 1_024 * 1_024), 'latin1'),
    () => randomBytes(random),
  ])();
};

it(`other work runs while ${COUNT} lists and icons are read`, async (test) => {
  const delays = { lists: 0, icons: 0 };
  for (let tried = 0; tried < COUNT; tried += 1) {
    const [list, icon] = [anyList(), await anyIcon()];
    delays.lists = Math.max(delays.lists, (await costOf(() => readList(list))).delay);
    delays.icons = Math.max(delays.icons, (await costOf(() => drawIcon(icon))).delay);
  }
  for (const [what, delay] of Object.entries(delays))
    test.diagnostic(
      `measured: the event loop's worst delay while ${COUNT} ${what} were read: ${delay.toFixed(1)} ms (at most ${LONGEST_DELAY} on a quiet machine)`,
    );
});
