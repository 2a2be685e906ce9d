import { isComplete } from './complete.js';
import { JOINED } from './joiners.js';
import { parseNamedAddress } from './parse.js';

/** An address found in a text. */
export interface AddressText {
  /** The address; or the text itself if no address can be read from it with certainty. */
  readonly address: string;
  /** The part of the text that the address was read from. */
  readonly text: string;
  /** Whether `address` is an address. */
  readonly isRead: boolean;
}

/** Nearly every text is an address and nothing else; a text of this length or less has no part that is too long (RFC 5321 §4.5.3.1). */
const PLAIN = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@[a-z\d]+(?:[.-][a-z\d]+)*\.[a-z]+$/i;
const PLAIN_LENGTH = 64;
/** A word that is an address already: nothing around it needs to be removed. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.+-]*@(?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{N}])?$/u;
/** Letters that are invisible or of full width. */
const ODD_LETTERS = /[\u034f\u115f\u1160\u3164\ufe00-\ufe0f\uff00-\uffef]/;
const AT = '@';
/** An @ with something on both sides, without which there is no address. */
const BETWEEN = /[^\s@]@[^\s@]/;
/** Characters that are invisible: format characters, variation selectors, and letters without a shape. Joiners of words stay (the first group). */
const INVISIBLE = new RegExp(
  `(${JOINED.source})|[\\p{Cf}\\u034f\\u115f\\u1160\\u2800\\u3164\\uffa0\\ufe00-\\ufe0f]`,
  'gu',
);
const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]+/;
/** Letters, digits and signs of the width of an ideograph, and their difference from those of ASCII. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** A text as it would have been typed on a plain keyboard: without invisible characters, with plain letters, quotes and blanks. */
const plainText = (text: string): string =>
  (/[^\0-\x7f]/.test(text) ? asciiSigns(text) : text).replaceAll('`', "'").replaceAll('\t', ' ');

const asciiSigns = (text: string): string =>
  text
    .replace(INVISIBLE, '$1')
    .replace(FULL_WIDTH, (each) => String.fromCharCode(each.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/\ufe6b/g, AT)
    .replace(/\u3001/g, ',')
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/[\u2018-\u201b\u2039\u203a\u00b4]/g, "'")
    .replace(/\p{Zs}/gu, ' ');

const isAddress = (text: string): boolean => parseNamedAddress(text).ok;
/** An address whose domain has a dot: what is left when something else is taken away must be nothing less. */
const isWholeAddress = (text: string): boolean => isComplete(parseNamedAddress(text));

/** A bullet, a number or a box at the start of a line. */
const BULLET =
  /^(?:[-*+>\u2013\u2014\u2192]+ +|[\u2022\u00b7\u2023\u25aa\u25e6\u25cf\u25cb\u25a0\u25a1\u2713\u2714\u2610\u2611]+ *|\(?\d{1,7}[.):] *(?=\S)|\[[ xX]?\] +)/;
/** A mark before an address that might be a part of it. */
const MARKED = /^['\u2022\u00b7\u2023\u25aa\u25e6\u25cf\u25cb\u25a0\u25a1\u2713\u2714\u2610\u2611]/;
/** A label in front of an address, such as `To: ` or `E-mail=`. */
const LABEL = /^(?:e-?mail ?[:=] *|\p{L}[\p{L}\p{N} ._-]{0,40}: +)/iu;

const trimmedBy = (text: string, leading: string, trailing: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && leading.includes(text.charAt(start))) start += 1;
  while (end > start && trailing.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** The address of one word, which may have quotes, `mailto:` and marks around it. */
const wordAddress = (word: string): string | undefined => {
  // A spreadsheet's apostrophe before a text is at its start alone.
  let text = trimmedBy(word, '\'"', '');
  const [mailto = ''] = /^mailto:/i.exec(text) ?? [];
  if (mailto) text = text.slice(mailto.length).split('?', 1)[0] ?? '';
  if (isWholeAddress(text)) return text;
  const bare = trimmedBy(text, '\'"*_~([{<.,:;', '\'"*_~)]}>.,:;!?');
  return bare !== text && isWholeAddress(bare) ? bare : undefined;
};

/** The addresses of a text that has nothing else but signs between them. */
const wordsAddresses = (text: string): readonly string[] | undefined => {
  const found: string[] = [];
  for (const word of text.split(' ')) {
    if (/^[|/\\&+:\u2013\u2014-]*$/.test(word)) continue;
    const address = wordAddress(word);
    if (address !== undefined) {
      found.push(address);
      continue;
    }
    const parts = word.split(/[|/\\&]/);
    const several = parts.length > 1 ? parts.map(wordAddress) : [undefined];
    if (several.some((each) => each === undefined)) return undefined;
    found.push(...several.flatMap((each) => each ?? []));
  }
  return found.length > 0 ? found : undefined;
};

/** The addresses within angle brackets (RFC 5322 §3.4), each after a name or none. */
const bracketAddresses = (text: string): readonly string[] | undefined => {
  const parts = text.split('>');
  const rest = parts.pop() ?? '';
  if (parts.length === 0 || !/^["' ]*(?:\([^()]*\)["' ]*)?$/.test(rest)) return undefined;
  const found = parts.map((part) => {
    const [, inner, another] = part.split('<');
    return inner === undefined || another !== undefined || /\S \S/.test(inner.trim())
      ? undefined
      : wordAddress(inner.trim());
  });
  return found.some((each) => each === undefined) ? undefined : found.flatMap((each) => each ?? []);
};

/** The addresses beside comments in parentheses (RFC 5322 §3.2.2), or within them if there is a name alone beside them. */
const commentedAddresses = (text: string): readonly string[] | undefined => {
  const comments = text.match(/\([^()]*\)/g) ?? [];
  const outside = text.replace(/\([^()]*\)/g, ' ').trim();
  if (outside.includes(AT)) return wordsAddresses(outside);
  return /[()]/.test(outside) ? undefined : wordsAddresses(comments.join(' '));
};

/** The addresses of a part of a line, or `undefined` if they cannot be read with certainty. */
const partAddresses = (part: string): readonly string[] | undefined => {
  if (isAddress(part) && !part.startsWith("'")) return [part];
  const [, quoted] = /^"([^"]*)"$/.exec(part) ?? [];
  if (quoted !== undefined) return partAddresses(quoted.trim());
  if (part.includes('<')) return bracketAddresses(part);
  if (part.includes('(')) return commentedAddresses(part);
  return wordsAddresses(part);
};

const CLOSES: Readonly<Record<string, string>> = { '"': '"', '<': '>', '(': ')' };

/** Takes a line apart at its commas and semicolons, but for those in quotes, brackets and parentheses. */
const partsOf = (line: string): string[] => {
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let start = 0;
  for (let at = 0; at < line.length; at += 1) {
    const mark = line.charAt(at);
    const close = CLOSES[mark];
    if (close && !unclosed.has(mark)) {
      const end = line.indexOf(close, at + 1);
      if (end < 0) unclosed.add(mark);
      else at = end;
    } else if (mark === ',' || mark === ';') {
      parts.push(line.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, line.slice(start)].map((part) => part.trim()).filter((part) => part);
};

/** Commas and semicolons at an end are of a list that a mail program shows. */
const unread = (given: string): AddressText => {
  const text = trimmedBy(given, '', ',; ').trim() || given;
  return { address: text, text, isRead: false };
};

/** Words beside an address are of a name if the address stands in brackets; else they may be a part of it. */
const isBracketed = (part: string): boolean => part.includes('<') || part.includes('(');

const lineAddresses = (line: string): AddressText[] => {
  const found: AddressText[] = [];
  let [words, before]: [string[], string | undefined] = [[], undefined];
  for (const part of partsOf(line.replace(BULLET, '').replace(LABEL, ''))) {
    if (!part.includes(AT)) {
      words.push(part);
      continue;
    }
    const addresses = partAddresses(part);
    if (!addresses || (words.length > 0 && before === undefined && !isBracketed(part)))
      found.push(unread([...(before === undefined ? words : []), part].join(',')));
    else found.push(...addresses.map((address) => ({ address, text: part, isRead: true })));
    [words, before] = [[], undefined];
  }
  const last = found.at(-1);
  if (last && words.length > 0 && !isBracketed(last.text)) found.splice(-1, 1, unread([last.text, ...words].join(',')));
  return found;
};

/**
 * The addresses of a text as people write them, pasted or typed, in their order: without invisible characters, blanks, quotes of all
 * kinds, bullets and numbers around them, `mailto:`, names (`Jane <jane@example.com>`, `jane@example.com (Jane)`), and with plain letters
 * for those of full width. Several addresses are parted by commas, semicolons, blanks, `|`, `/` or line ends. What cannot be read with
 * certainty, as in `jane,doe@example.com`, is one text that is unread; so is a text without an @. An empty text has none. Takes time in
 * proportion to the text.
 */
export function addressesIn(text: string): readonly AddressText[] {
  const trimmed = text.trim();
  if (trimmed.length <= PLAIN_LENGTH && PLAIN.test(trimmed)) return [{ address: trimmed, text: trimmed, isRead: true }];
  return readAddresses(trimmed);
}

/** The same without the short cut for long lists, which gives what is read here too: a page loads less. */
const readAddresses = (trimmed: string): readonly AddressText[] => {
  if (WORD.test(trimmed) && !ODD_LETTERS.test(trimmed))
    return [{ address: trimmed, text: trimmed, isRead: isAddress(trimmed) }];
  const plain = plainText(trimmed).trim();
  if (!plain) return [];
  if (!BETWEEN.test(plain)) return [unread(trimmed)];
  const lines = plain
    .split(LINE_ENDS)
    .map((line) => line.trim())
    .filter((line) => line.includes(AT));
  const [only = '', another] = lines;
  if (another === undefined && isAddress(only) && !MARKED.test(only))
    return [{ address: only, text: trimmed, isRead: true }];
  const found = lines.flatMap(lineAddresses);
  const [first, second] = found;
  if (!first || second) return found;
  return [first.isRead ? { ...first, text: trimmed } : unread(trimmed)];
};

/** The one address of a text as {@link addressesIn} reads it; `''` if it has none or several, or it cannot be read with certainty. */
export function cleanAddress(text: string): string {
  const [first, second] = readAddresses(text.trim());
  return first?.isRead && !second ? first.address : '';
}
