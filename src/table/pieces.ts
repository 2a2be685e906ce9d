import { decodeLines, type Encoding } from './encoding.js';

/** A part of a file as text. */
export interface TextPiece {
  readonly text: string;
  /** End of the piece, in bytes from the start of the file. */
  readonly end: number;
  /** Size of the piece in bytes. */
  readonly bytes: number;
}

/** Size of a piece: reading it takes less than a millisecond. */
export const PIECE_BYTES = 16_384;
const [LF, CR] = [0x0a, 0x0d];

const lastLineEnd = (bytes: Uint8Array): number => Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;

/** Returns where to cut bytes that have no line end: before an incomplete character of UTF-8. */
const characterEnd = (bytes: Uint8Array): number => {
  let at = bytes.length;
  for (let back = 0; back < 3 && ((bytes[at - 1] ?? 0) & 0xc0) === 0x80; back += 1) at -= 1;
  return at > 0 && (bytes[at - 1] ?? 0) >= 0xc0 ? at - 1 : bytes.length;
};

/**
 * The text of a file in pieces of at most 16 kB, whatever the chunks that its bytes arrive in, without byte order marks wherever they
 * stand. A chunk that ends a line gives all of its lines at once.
 */
export async function* textPieces(
  chunks: AsyncIterable<Uint8Array>,
  { label, isUtf16, hasUnicodeLineEnds }: Encoding,
): AsyncGenerator<TextPiece, void, undefined> {
  const held = new Uint8Array(PIECE_BYTES);
  const utf16 = new TextDecoder(isUtf16 ? label : 'utf-16le', { ignoreBOM: true });
  let [length, end] = [0, 0];

  const take = (count: number, isLast = false): TextPiece => {
    const bytes = held.subarray(0, count);
    const decoded = isUtf16 ? utf16.decode(bytes, { stream: !isLast }) : decodeLines(bytes, label);
    const text = decoded.replaceAll('\ufeff', '');
    end += count;
    held.copyWithin(0, count, length);
    length -= count;
    return { text: hasUnicodeLineEnds ? text.replace(/[\u0085\u2028\u2029]/g, '\n') : text, end, bytes: count };
  };

  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + PIECE_BYTES - length);
      held.set(part, length);
      length += part.length;
      at += part.length;
      const isFull = length === PIECE_BYTES;
      // Only what is new may have the first line end.
      if (!isFull && (at < chunk.length || lastLineEnd(part) === 0)) continue;
      const bytes = held.subarray(0, length);
      const lines = isUtf16 ? length - (length % 2) : lastLineEnd(bytes);
      const count = lines || (isFull ? characterEnd(bytes) : 0);
      if (count > 0) yield take(count);
    }
  }
  if (length > 0 || isUtf16) yield take(length, true);
}
