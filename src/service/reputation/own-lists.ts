import { getPublicSuffix } from 'tldts';
import { parseNamedAddress } from '../../address/index.js';
import { unquoted } from '../../address/needless-quotes.js';
import { yieldToEventLoop } from '../../timing/index.js';

/** The lists that an operator may keep, each with what it says; a list's file is its name with `.txt`. */
export const ownListPurposes = {
  disposable: 'domains that are disposable, with all below them',
  'not-disposable': 'domains that are not, whatever other lists say',
  'disposable-hosts': 'mail hosts that serve disposable domains alone',
  relay: 'domains that forward to addresses which people keep: never disposable',
  free: 'domains at which anyone can have a mailbox',
  'spam-traps': 'addresses, or whole domains, that are spam traps',
} as const;

export type OwnListName = keyof typeof ownListPurposes;

/** All lists, in the order of their help. */
export const ownListNames = Object.keys(ownListPurposes) as OwnListName[];

/** An operator's entries: lower-case A-labels; among spam traps addresses too, their local parts in lower case. */
export type OwnLists = Readonly<Record<OwnListName, ReadonlySet<string>>>;

/** The lists of an operator who has none. */
export const noOwnLists: OwnLists = {
  disposable: new Set(),
  'not-disposable': new Set(),
  'disposable-hosts': new Set(),
  relay: new Set(),
  free: new Set(),
  'spam-traps': new Set(),
};

/** The form in which an address is looked for among spam traps: nobody's mail is told from another's by case or needless quotes. */
export const trapOf = (localPart: string, asciiDomain: string): string =>
  `${unquoted(localPart).toLowerCase()}@${asciiDomain}`;

/** Almost every line is a host name in ASCII: known at once, in a list of a hundred thousand. */
const PLAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const LONGEST_DOMAIN = 252;
/** An entry and a comment; no more is read of a line. */
const LONGEST_LINE = 1_000;
const PREFIX = /^(@|\*?\.)/;

/** What ends in a number is an address where a name must stand (RFC 1123 §2.1). */
const isNumber = (asciiDomain: string): boolean => /(^|\.)\d+$/.test(asciiDomain);

/** Under `com` or `co.uk` strangers have their domains; what an owner lets to others (`duckdns.org`) may be meant as a whole. */
const isSharedEnding = (asciiDomain: string): boolean =>
  getPublicSuffix(asciiDomain, { extractHostname: false, validateHostname: false, detectIp: false }) === asciiDomain;

const ofDomain = (asciiDomain: string): string | undefined =>
  isNumber(asciiDomain) || isSharedEnding(asciiDomain) ? undefined : asciiDomain;

/**
 * The entry that a line holds; '' where it is empty or a comment (`#` to the line's end), `undefined` where it is none that
 * the list takes. `@example.com`, `*.example.com` and `example.com.` are all `example.com`. An ending under which anyone
 * registers (`com`, `co.uk`) is none: it would speak for half the world.
 */
export function entryOf(list: OwnListName, line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const name = line.replace(PREFIX, '').toLowerCase();
  if (name.length <= LONGEST_DOMAIN && PLAIN.test(name)) return ofDomain(name);
  const text = line.replace(/(^|\s)#.*/s, '').trim();
  if (!text) return '';
  const isAddress = list === 'spam-traps' && text.indexOf('@') > 0;
  const parsed = parseNamedAddress(isAddress ? text : `any@${text.replace(PREFIX, '').replace(/\.$/, '')}`);
  if (!parsed.ok || !parsed.asciiDomain.includes('.')) return undefined;
  const { localPart, asciiDomain } = parsed;
  if (!isAddress) return ofDomain(asciiDomain);
  return isNumber(asciiDomain) ? undefined : trapOf(localPart, asciiDomain);
}

/** A list as it was read. */
export interface ReadList {
  /** In the order of the file, each once. */
  readonly entries: ReadonlySet<string>;
  /** The lines that hold no entry, counted from 1. */
  readonly badLines: readonly number[];
}

/** A text with so many bad lines is something else than a list. */
const MOST_BAD_LINES = 1_000;
const SHOWN_BAD_LINES = 100;

/** So many lines are read at a stretch: some milliseconds at worst, of a list that takes seconds. */
const BLOCK = 500;

/** A text's lines, however they end; a byte order mark is dropped. */
export function* linesOf(text: string): Generator<string, void, undefined> {
  const end = /\r\n|\n|\r/g;
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(start, found.index);
    start = end.lastIndex;
  }
  yield text.slice(start);
}

/**
 * Reads a list's text, one entry a line, and lets other work go on meanwhile. Bad lines are left out; `undefined` for a text
 * that has over a thousand.
 */
export async function readOwnList(list: OwnListName, text: string): Promise<ReadList | undefined> {
  const entries = new Set<string>();
  const badLines: number[] = [];
  let number = 0;
  for (const line of linesOf(text)) {
    number += 1;
    if (number % BLOCK === 0) await yieldToEventLoop();
    const entry = entryOf(list, line);
    if (entry) entries.add(entry);
    if (entry === undefined && badLines.push(number) > MOST_BAD_LINES) return undefined;
  }
  return { entries, badLines };
}

/** What to write for an entry of a list, and where. */
export const entryHint = (list: OwnListName, where = ''): string => {
  const what =
    list === 'spam-traps'
      ? 'an address such as jane@example.com, or a domain such as example.com'
      : 'a domain such as example.com';
  return `write ${what}${where} (no ending that many share such as co.uk, no IP address)`;
};

/** One sentence about a file's bad lines. What stands there is not repeated: it may be anything. */
export const sayBadLines = (file: string, list: OwnListName, { badLines }: ReadList): string => {
  const more = badLines.length - SHOWN_BAD_LINES;
  const lines = badLines.slice(0, SHOWN_BAD_LINES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${file} has lines without an entry, which are left out (${lines}): ${entryHint(list, ' on each line')}, or # before a comment.`;
};
