import { pixelsOfBitmap, type Pixels } from './ico-bitmap.js';

/** A picture: a file that the drawing library reads, or its pixels. */
export type Picture = { readonly bytes: Uint8Array; readonly width?: undefined } | Pixels;

const PNG = '\x89PNG\r\n\x1a\n';

/**
 * First bytes of the kinds of files that are accepted. The drawing library decides for itself what a file is: with
 * these bytes it cannot take the file for an SVG, which begins with text (`<!--ftypavif--><svg>`).
 */
const signatures: readonly RegExp[] = [
  new RegExp(`^${PNG}`),
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  // The length of the box that says what the rest is (ISO/IEC 14496-12 §4.3), below 64 KB.
  /^\0\0[^]{2}ftypavi[fs]/,
];
/** The octets that each of them needs. */
const HEAD = 16;

const hasAt = (file: Buffer, at: number, octets: string): boolean =>
  file.toString('latin1', at, at + octets.length) === octets;

const ICO = '\0\0\x01\0';
const ICO_HEADER = 6;
const ICO_ENTRY = 16;
/** At most this many pictures of one file are read. */
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
 * The picture in a file, by what the file itself begins with: PNG, JPEG, GIF, WebP, AVIF, or one of an ICO's.
 * `undefined` for everything else, in particular for SVG, and for files that are not the kind that they claim.
 */
export function pictureIn(bytes: Uint8Array): Picture | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > ICO_HEADER && hasAt(file, 0, ICO)) return pictureOfIco(file);
  const head = file.toString('latin1', 0, HEAD);
  return signatures.some((signature) => signature.test(head)) ? { bytes } : undefined;
}
