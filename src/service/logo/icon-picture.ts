import type { SharpOptions } from 'sharp';
import { LOGO_PIXELS } from '../../wire/index.js';
import { pictureIn, type Picture } from './icon-file.js';
import { loadSharp, type Sharp } from './load-sharp.js';

/** Of one picture: four megapixels are sixteen times an icon's usual largest. */
const DECODE_LIMITS: SharpOptions = { limitInputPixels: 2_048 * 2_048, failOn: 'error', pages: 1 };
const SECONDS = 3;
/** A smaller picture is not an icon but a mark for counting visits. */
const SMALLEST = 8;
/** What is smaller than this is not drawn larger than {@link SMALL_TILE}. */
const LEAST_PIXELS = 96;
const SMALL_TILE = 64;
/** For what is not a tile already, which fills the picture. */
const INNER = 96;
const LONGEST_RATIO = 5;
const WHITE = '#ffffff';
/** The monogram's. */
const GREY = '#69717d';
const corners = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${LOGO_PIXELS}" height="${LOGO_PIXELS}"><rect width="${LOGO_PIXELS}" height="${LOGO_PIXELS}" rx="28"/></svg>`,
);

const open = (sharp: Sharp, picture: Picture) =>
  sharp(
    picture.bytes,
    picture.width === undefined
      ? DECODE_LIMITS
      : { ...DECODE_LIMITS, raw: { width: picture.width, height: picture.height, channels: 4 } },
  ).timeout({ seconds: SECONDS });

const sideFor = (longest: number, isOpaque: boolean): number => {
  if (longest < LEAST_PIXELS) return SMALL_TILE;
  return isOpaque ? LOGO_PIXELS : INNER;
};

const onTile = (sharp: Sharp, mark: Buffer, background: string) =>
  sharp({ create: { width: LOGO_PIXELS, height: LOGO_PIXELS, channels: 3, background } })
    .composite([{ input: mark }])
    .removeAlpha()
    .png()
    .toBuffer();

/** White, or grey if white would hide all of the mark. */
const withContrast = async (sharp: Sharp, mark: Buffer): Promise<Buffer> => {
  const tile = await onTile(sharp, mark, WHITE);
  const { channels } = await sharp(tile).stats();
  return channels.every(({ min }) => min > 235) ? onTile(sharp, mark, GREY) : tile;
};

const draw = async (picture: Picture): Promise<Uint8Array | undefined> => {
  const sharp = await loadSharp();
  const { width, height } = await open(sharp, picture).metadata();
  const [shorter, longer] = width < height ? [width, height] : [height, width];
  if (shorter < SMALLEST || longer > shorter * LONGEST_RATIO) return undefined;
  const { isOpaque, channels } = await open(sharp, picture).stats();
  // The last channel is how opaque it is.
  if (!isOpaque && (channels.at(-1)?.max ?? 0) < 16) return undefined;
  const side = sideFor(longer, isOpaque);
  const mark = await open(sharp, picture)
    .autoOrient()
    .toColourspace('srgb')
    .resize(side, side, { fit: 'inside' })
    .png()
    .toBuffer();
  const tile = isOpaque ? await onTile(sharp, mark, WHITE) : await withContrast(sharp, mark);
  return sharp(tile)
    .ensureAlpha()
    .composite([{ input: corners, blend: 'dest-in' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
};

/**
 * Redraws what a site offers as its icon: a PNG of {@link LOGO_PIXELS} by {@link LOGO_PIXELS} with nothing of the file but its
 * first picture's pixels. `undefined` if it is not a picture of an accepted kind, is broken, too large, too long or empty.
 */
export async function drawIcon(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const picture = pictureIn(bytes);
  if (!picture) return undefined;
  // Whatever an untrusted file does to the decoder, it does not count as a picture.
  return draw(picture).catch(() => undefined);
}
