import type { SharpOptions } from 'sharp';
import { LOGO_PIXELS } from '../../wire/index.js';
import { pictureIn, type Picture } from './icon-file.js';
import { loadSharp, type Sharp } from './load-sharp.js';

/** Limits of decoding a picture: four megapixels are sixteen times an icon's usual maximum. */
const DECODE_LIMITS: SharpOptions = { limitInputPixels: 2_048 * 2_048, failOn: 'error', pages: 1 };
const SECONDS = 3;
/** A smaller picture is not an icon but a tracking pixel. */
const SMALLEST = 8;
/** Icons smaller than SMALL_ICON_BELOW are drawn SMALL_ICON_SIDE pixels wide. */
const SMALL_ICON_BELOW = 96;
const SMALL_ICON_SIDE = 64;
/** Transparent icons are drawn this wide, with a margin; opaque ones fill the logo. */
const TRANSPARENT_ICON_SIDE = 96;
const LONGEST_RATIO = 5;
const WHITE = '#ffffff';
/** Background color of monograms. */
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
  if (longest < SMALL_ICON_BELOW) return SMALL_ICON_SIDE;
  return isOpaque ? LOGO_PIXELS : TRANSPARENT_ICON_SIDE;
};

const onTile = (sharp: Sharp, icon: Buffer, background: string) =>
  sharp({ create: { width: LOGO_PIXELS, height: LOGO_PIXELS, channels: 3, background } })
    .composite([{ input: icon }])
    .removeAlpha()
    .png()
    .toBuffer();

/** Places the icon on white, or on grey if white would hide all of it. */
const withContrast = async (sharp: Sharp, icon: Buffer): Promise<Buffer> => {
  const tile = await onTile(sharp, icon, WHITE);
  const { channels } = await sharp(tile).stats();
  return channels.every(({ min }) => min > 235) ? onTile(sharp, icon, GREY) : tile;
};

const draw = async (picture: Picture): Promise<Uint8Array | undefined> => {
  const sharp = await loadSharp();
  const { width, height } = await open(sharp, picture).metadata();
  const [shorter, longer] = width < height ? [width, height] : [height, width];
  if (shorter < SMALLEST || longer > shorter * LONGEST_RATIO) return undefined;
  const { isOpaque, channels } = await open(sharp, picture).stats();
  // The last channel is the alpha channel.
  if (!isOpaque && (channels.at(-1)?.max ?? 0) < 16) return undefined;
  const side = sideFor(longer, isOpaque);
  const icon = await open(sharp, picture)
    .autoOrient()
    .toColourspace('srgb')
    .resize(side, side, { fit: 'inside' })
    .png()
    .toBuffer();
  const tile = isOpaque ? await onTile(sharp, icon, WHITE) : await withContrast(sharp, icon);
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
  // If an untrusted file makes the decoder fail, the file does not count as a picture.
  return draw(picture).catch(() => undefined);
}
