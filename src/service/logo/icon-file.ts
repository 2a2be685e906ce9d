import { pixelsOfBitmap, type Pixels } from './ico-bitmap.js';

/** A picture: a file that the drawing library reads, or its pixels. */
export type Picture = { readonly bytes: Uint8Array; readonly width?: undefined } | Pixels;

const PNG = '\x89PNG\r\n\x1a\n';

/** Octets that a file of a kind begins with, at an offset. */
const signatures: readonly (readonly [number, string])[] = [
  [0, PNG],
  [0, '\xff\xd8\xff'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypavis'],
];

const hasAt = (file: Buffer, at: number, octets: string): boolean => file.toString('latin1', at, at + octets.length) === octets;

const ICO = '\0\0\x01\0';
const ICO_HEADER = 6;
const ICO_ENTRY = 16;
/** So many pictures of one file are looked at. */
const ICO_ENTRIES = 32;

/** The largest picture of an ICO file that can be read. */
const pictureOfIco = (file: Buffer): Picture | undefined => {
  const count = Math.min(file.readUInt16LE(4), ICO_ENTRIES, Math.floor((file.length - ICO_HEADER) / ICO_ENTRY));
  const entries = Array.from({ length: count }, (_, index) => {
    const at = ICO_HEADER + index * ICO_ENTRY;
    const start = file.readUInt32LE(at + 12);
    // A width of 256 does not fit its octet.
    return { width: file.readUInt8(at) || 256, picture: file.subarray(start, start + file.readUInt32LE(at + 8)) };
  });
  for (const { picture } of entries.sort((one, other) => other.width - one.width)) {
    const read = hasAt(picture, 0, PNG) ? { bytes: picture } : pixelsOfBitmap(picture);
    if (read) return read;
  }
  return undefined;
};

/**
 * The picture in a file, by what the file itself begins with: PNG, JPEG, GIF, WebP, AVIF, or one of an ICO's. `undefined` for all
 * else, above all for SVG and what only calls itself a picture.
 */
export function pictureIn(bytes: Uint8Array): Picture | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > ICO_HEADER && hasAt(file, 0, ICO)) return pictureOfIco(file);
  return signatures.some(([at, octets]) => hasAt(file, at, octets)) ? { bytes } : undefined;
}
