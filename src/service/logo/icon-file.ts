/** Octets that a file of a kind begins with, at an offset. */
const signatures: readonly (readonly [number, string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
  [8, 'WEBP'],
  [4, 'ftypavif'],
  [4, 'ftypavis'],
];

const isPng = (file: Buffer): boolean => file.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n';

const ICO_HEADER = 6;
const ICO_ENTRY = 16;
/** So many pictures of one file are looked at. */
const ICO_ENTRIES = 32;

/** The largest PNG of an ICO file; its older bitmaps are left out. */
const pngOfIco = (file: Buffer): Buffer | undefined => {
  const count = Math.min(file.readUInt16LE(4), ICO_ENTRIES, Math.floor((file.length - ICO_HEADER) / ICO_ENTRY));
  const entries = Array.from({ length: count }, (_, index) => {
    const at = ICO_HEADER + index * ICO_ENTRY;
    const start = file.readUInt32LE(at + 12);
    // A width of 256 does not fit its octet.
    return { width: file.readUInt8(at) || 256, picture: file.subarray(start, start + file.readUInt32LE(at + 8)) };
  });
  const pngs = entries.filter(({ picture }) => isPng(picture)).sort((one, other) => other.width - one.width);
  return pngs[0]?.picture;
};

/**
 * The picture in a file, by what the file itself begins with: PNG, JPEG, GIF, WebP, AVIF, or an ICO's PNG. `undefined` for all
 * else, above all for SVG and what only calls itself a picture.
 */
export function pictureIn(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length > ICO_HEADER && file.readUInt32LE(0) === 0x00010000) return pngOfIco(file);
  const isKnown = signatures.some(([at, octets]) => file.toString('latin1', at, at + octets.length) === octets);
  return isKnown ? bytes : undefined;
}
