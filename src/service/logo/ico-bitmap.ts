/** Pixels as red, green, blue and opacity, from the top left. */
export interface Pixels {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Size of BITMAPINFOHEADER; longer headers begin alike. */
const HEADER = 40;
/** Maximum side of a picture in an ICO. */
const LARGEST = 256;
const UNCOMPRESSED = 0;

/** Rows are filled up to whole words of four octets. */
const rowLength = (width: number, bits: number): number => Math.ceil((width * bits) / 32) * 4;

/** The number made of this many bits at a place of a row; the first pixel is in the highest bits. */
const indexAt = (row: Buffer, x: number, bits: number): number =>
  (row.readUInt8((x * bits) >> 3) >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1);

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Blue, green, red and an octet without meaning. */
  readonly palette: Buffer;
  /** Rows of the picture, from the bottom up. */
  readonly rows: Buffer;
  /** A bit a pixel: 1 for transparent. Empty if the file ends before. */
  readonly mask: Buffer;
}

const readBitmap = (file: Buffer): Bitmap | undefined => {
  if (file.length < HEADER || file.readUInt32LE(0) < HEADER || file.readUInt32LE(16) !== UNCOMPRESSED) return undefined;
  // Its height is that of the colours and the mask together.
  const [width, height, bits] = [file.readInt32LE(4), file.readInt32LE(8) / 2, file.readUInt16LE(14)];
  const isSize = (side: number) => Number.isInteger(side) && side > 0 && side <= LARGEST;
  if (!isSize(width) || !isSize(height) || ![1, 4, 8, 24, 32].includes(bits)) return undefined;
  const colours = bits > 8 ? 0 : Math.min(file.readUInt32LE(32) || 2 ** bits, 2 ** bits);
  const start = file.readUInt32LE(0) + colours * 4;
  const end = start + rowLength(width, bits) * height;
  if (end > file.length) return undefined;
  const mask = file.subarray(end, end + rowLength(width, 1) * height);
  const isMasked = mask.length === rowLength(width, 1) * height;
  return {
    width,
    height,
    bits,
    palette: file.subarray(start - colours * 4, start),
    rows: file.subarray(start, end),
    mask: isMasked ? mask : Buffer.alloc(0),
  };
};

/** Writes a pixel of a row to a place of `bytes`. */
const copyPixel = ({ bits, palette }: Bitmap, row: Buffer, x: number, bytes: Buffer, to: number): void => {
  const colours = bits > 8 ? row : palette;
  const at = bits > 8 ? (x * bits) / 8 : indexAt(row, x, bits) * 4;
  bytes[to] = colours[at + 2] ?? 0;
  bytes[to + 1] = colours[at + 1] ?? 0;
  bytes[to + 2] = colours[at] ?? 0;
  bytes[to + 3] = bits === 32 ? (colours[at + 3] ?? 0) : 0;
};

/** The pixels of an ICO's bitmap, without the file header that bitmaps of their own have; `undefined` if it is invalid or cut off. */
export function pixelsOfBitmap(file: Buffer): Pixels | undefined {
  const bitmap = readBitmap(file);
  if (!bitmap) return undefined;
  const { width, height, bits, rows, mask } = bitmap;
  const bytes = Buffer.alloc(width * height * 4);
  const rowAt = (all: Buffer, y: number, each: number) => all.subarray((height - 1 - y) * each, (height - y) * each);
  let isClear = true;
  for (let y = 0; y < height; y++) {
    const row = rowAt(rows, y, rowLength(width, bits));
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      copyPixel(bitmap, row, x, bytes, to);
      isClear &&= bytes[to + 3] === 0;
    }
  }
  // If no pixel has an alpha value, the mask says which are opaque.
  for (let at = 0; isClear && at < width * height; at++) {
    const maskRow = rowAt(mask, Math.floor(at / width), rowLength(width, 1));
    bytes[at * 4 + 3] = maskRow.length > 0 && indexAt(maskRow, at % width, 1) ? 0 : 255;
  }
  return { bytes, width, height };
}
