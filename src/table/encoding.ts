import { isColumnName } from './column-names.js';
import { TableError } from './table-error.js';

/** How the bytes of a file are decoded. */
export interface Encoding {
  /** A label of the Encoding Standard: UTF-16, or what lines are in that are not UTF-8. */
  readonly label: string;
  readonly isUtf16: boolean;
  /** Whether U+0085, U+2028 and U+2029 end lines: only in a file that has no other line ends. */
  readonly hasUnicodeLineEnds: boolean;
}

const SAMPLE_BYTES = 4_096;
/** The encoding is detected from this many bytes of lines that are not UTF-8. */
const EVIDENCE_BYTES = 32_768;

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte);

/** UTF-16 by its byte order mark; or without one if nearly every other byte of the start is NUL and none of the rest, as in addresses. */
const utf16Of = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const nuls = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = nuls;
  const most = (sample.length / 2) * 0.7;
  if (sample.length > 2 && even === 0 && odd >= most) return 'utf-16le';
  return sample.length > 2 && odd === 0 && even >= most ? 'utf-16be' : undefined;
};

/** Windows-1252 from 0x80 on as far as it differs from ISO 8859-1: some releases of Node confuse the two. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const LATIN = 'windows-1252';
const REPLACEMENT = '\ufffd';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const decoders = new Map<string, TextDecoder>();
const decodeAs = (label: string, bytes: Uint8Array): string => {
  const decoder = decoders.get(label) ?? new TextDecoder(label, { ignoreBOM: true });
  decoders.set(label, decoder);
  const text = decoder.decode(bytes);
  return label === LATIN
    ? text.replace(/[\x80-\x9f]/g, (each) => WINDOWS_1252[each.charCodeAt(0) - 0x80] ?? each)
    : text;
};

const LF = 0x0a;
const CR = 0x0d;

/** Lines with their ends. CR and LF are never part of a character in any encoding that is read here. */
function* byteLines(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LF && bytes[at] !== CR) continue;
    yield bytes.subarray(start, at + 1);
    start = at + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

const hasReplacement = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) return true;
  return false;
};

/** Bytes of whole lines as text: each line as UTF-8, or as `label` if it is not UTF-8. Some files are put together from both. */
export function decodeLines(bytes: Uint8Array, label: string): string {
  const whole = utf8.decode(bytes);
  if (!whole.includes(REPLACEMENT)) return whole;
  let text = '';
  for (const line of byteLines(bytes)) {
    const read = utf8.decode(line);
    text += read.includes(REPLACEMENT) && !hasReplacement(line) ? decodeAs(label, line) : read;
  }
  return text;
}

/** The lines that are not UTF-8, one after the other, as far as they are looked at. */
const otherLines = (bytes: Uint8Array): Uint8Array => {
  const found = new Uint8Array(EVIDENCE_BYTES);
  let length = 0;
  if (!utf8.decode(bytes).includes(REPLACEMENT)) return found.subarray(0, 0);
  for (const line of byteLines(bytes)) {
    if (!utf8.decode(line).includes(REPLACEMENT)) continue;
    const part = line.subarray(0, EVIDENCE_BYTES - length);
    found.set(part, length);
    length += part.length;
    if (length === EVIDENCE_BYTES) break;
  }
  return found.subarray(0, length);
};

const OTHER_ENCODINGS = ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'windows-1251', 'koi8-r'] as const;

/** Returns the share of the non-ASCII bytes that fits each description. */
const sharesOf = (bytes: Uint8Array) => {
  const counts = { high: 0, within: 0, words: 0, lead: 0, letters: 0, small: 0, kana: 0, hangul: 0 };
  const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0x80;
  const isLetter = (byte = 0) => /[a-z]/i.test(String.fromCharCode(byte & 0x7f)) && byte < 0x80;
  let run = 0;
  bytes.forEach((byte, at) => {
    run = isHigh(byte) ? run + 1 : 0;
    if (!run) return;
    counts.high += 1;
    if (run <= 2 && !isHigh(bytes[at + 1]) && (isLetter(bytes[at - run]) || isLetter(bytes[at + 1])))
      counts.within += run;
    if (run >= 3 && !isHigh(bytes[at + 1])) counts.words += run;
    if (byte <= 0xa0) counts.lead += 1;
    if (byte >= 0xc0) counts.letters += 1;
    if (byte >= 0xe0) counts.small += 1;
    if (run % 2 === 1 && (byte === 0xa4 || byte === 0xa5)) counts.kana += 2;
    if (run % 2 === 1 && byte >= 0xb0 && byte <= 0xc8) counts.hangul += 2;
  });
  const share = (count: number) => count / Math.max(1, counts.high);
  return {
    within: share(counts.within),
    words: share(counts.words),
    lead: share(counts.lead),
    letters: share(counts.letters),
    small: share(counts.small),
    kana: share(counts.kana),
    hangul: share(counts.hangul),
  };
};

/** Whether all bytes are characters of an encoding, but perhaps for a last one that is cut. */
const isFullyDecodable = (label: string, bytes: Uint8Array): boolean =>
  !new TextDecoder(label).decode(bytes, { stream: true }).includes(REPLACEMENT);

/**
 * Returns the encoding of the lines that are not UTF-8: the encoding in which one of their cells is a known name of a
 * column; else by which bytes there are and where. Letters of Windows-1252 stand one or two together beside plain ones,
 * Cyrillic words are of letters throughout, and the double bytes of East Asian encodings have their own ranges.
 */
const otherEncodingOf = (bytes: Uint8Array): string => {
  const others = otherLines(bytes);
  if (others.length === 0) return LATIN;
  const [head = others] = byteLines(others);
  const first = others.subarray(0, Math.max(head.length, SAMPLE_BYTES));
  const named = [LATIN, ...OTHER_ENCODINGS].find((label) =>
    decodeAs(label, first)
      .split(/[,;\t|\r\n]/)
      // A name of plain letters alone says nothing of the encoding.
      .some((cell) => /[^\0-\x7f]/.test(cell) && isColumnName(cell)),
  );
  if (named) return named;
  const shares = sharesOf(others);
  if (shares.within > 0.5 || (shares.letters > 0.93 && shares.words <= 0.5)) return LATIN;
  if (shares.letters > 0.93) return shares.small > 0.5 ? 'windows-1251' : 'koi8-r';
  if (shares.lead > 0.1) return ['shift_jis', 'gb18030'].find((label) => isFullyDecodable(label, others)) ?? LATIN;
  if (!isFullyDecodable('euc-kr', others) && !isFullyDecodable('euc-jp', others) && isFullyDecodable('big5', others))
    return 'big5';
  const label = shares.kana > 0.2 ? 'euc-jp' : shares.hangul > 0.95 ? 'euc-kr' : 'gb18030';
  return isFullyDecodable(label, others) ? label : LATIN;
};

/**
 * Finds the encoding of a file from its start: UTF-16; or UTF-8, and lines that are not UTF-8 in Windows-1252 or in an
 * East Asian or Cyrillic encoding. @throws TableError `encoding` for UTF-32.
 */
export function findEncoding(start: Uint8Array): Encoding {
  if (startsWith(start, 0xff, 0xfe, 0, 0) || startsWith(start, 0, 0, 0xfe, 0xff))
    throw new TableError('encoding', 'The file is in UTF-32, which cannot be read: save it in UTF-8.');
  const utf16 = utf16Of(start);
  const label = utf16 ?? otherEncodingOf(start);
  const text = utf16 ? new TextDecoder(utf16).decode(start) : decodeLines(start, label);
  return {
    label,
    isUtf16: utf16 !== undefined,
    hasUnicodeLineEnds: !/[\r\n]/.test(text) && /[\u0085\u2028\u2029]/.test(text),
  };
}
