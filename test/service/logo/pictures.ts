import sharp from 'sharp';

export interface PictureOptions {
  readonly pixels?: number;
  readonly height?: number;
  readonly colour?: string | { readonly r: number; readonly g: number; readonly b: number; readonly alpha: number };
}

/** A picture of one colour, still to be written in some format. */
export const picture = ({ pixels = 180, height = pixels, colour = '#c81e1e' }: PictureOptions = {}) =>
  sharp({ create: { width: pixels, height, channels: typeof colour === 'string' ? 3 : 4, background: colour } });

/** A disc of one colour on nothing. */
export const disc = (colour: string, pixels = 180): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}"><circle cx="50%" cy="50%" r="50%" fill="${colour}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** An ICO file of these pictures, each with the width that its entry tells. */
export const ico = (...entries: readonly { readonly width: number; readonly picture: Buffer }[]): Buffer => {
  const header = Buffer.alloc(6 + entries.length * 16);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(entries.length, 4);
  let start = header.length;
  for (const [index, { width, picture }] of entries.entries()) {
    const at = 6 + index * 16;
    header.writeUInt8(width % 256, at);
    header.writeUInt32LE(picture.length, at + 8);
    header.writeUInt32LE(start, at + 12);
    start += picture.length;
  }
  return Buffer.concat([header, ...entries.map(({ picture }) => picture)]);
};

export interface BitmapOptions {
  readonly bits: 1 | 4 | 8 | 24 | 32;
  readonly pixels: number;
  /** `#rrggbb`, or `undefined` where nothing is seen. */
  readonly colourAt: (x: number, y: number) => string | undefined;
}

/** A bitmap as ICO files have it: header, palette, rows from the bottom up, mask. */
export const bitmap = ({ bits, pixels, colourAt }: BitmapOptions): Buffer => {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(pixels, 4);
  header.writeInt32LE(pixels * 2, 8);
  header.writeUInt16LE(bits, 14);
  const places = Array.from({ length: pixels * pixels }, (_, at) => [at % pixels, Math.floor(at / pixels)] as const);
  const octetsOf = (colour = '#000000') => Buffer.from(colour.slice(1), 'hex').reverse();
  const palette = [...new Set(places.flatMap(([x, y]) => colourAt(x, y) ?? []))];
  header.writeUInt32LE(bits > 8 ? 0 : palette.length, 32);
  const [colours, mask] = [bits, 1].map((each) => Buffer.alloc(Math.ceil((pixels * each) / 32) * 4 * pixels)) as [
    Buffer,
    Buffer,
  ];
  const setBits = (rows: Buffer, count: number, x: number, y: number, value: number) => {
    const at = (pixels - 1 - y) * (rows.length / pixels) + ((x * count) >> 3);
    rows[at]! |= value << (8 - count - ((x * count) & 7));
  };
  for (const [x, y] of places) {
    const colour = colourAt(x, y);
    if (bits > 8)
      Buffer.concat([octetsOf(colour), Buffer.from([colour ? 255 : 0])]).copy(
        colours,
        (pixels - 1 - y) * (colours.length / pixels) + (x * bits) / 8,
        0,
        bits / 8,
      );
    else setBits(colours, bits, x, y, colour ? palette.indexOf(colour) : 0);
    if (!colour) setBits(mask, 1, x, y, 1);
  }
  const table = bits > 8 ? [] : palette.map((colour) => Buffer.concat([octetsOf(colour), Buffer.alloc(1)]));
  return Buffer.concat([header, ...table, colours, mask]);
};

/** The colour at a place of a picture, as `#rrggbb`, `clear` where nothing is seen. */
export const colourAt = async (png: Uint8Array, x: number, y: number): Promise<string> => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return data.readUInt8(at + 3) < 8 ? 'clear' : `#${data.toString('hex', at, at + 3)}`;
};

/** Whether two colours look alike; formats that lose detail change them a little. */
export const isNear = (one: string, other: string): boolean =>
  [1, 3, 5].every(
    (at) => Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) < 32,
  );
