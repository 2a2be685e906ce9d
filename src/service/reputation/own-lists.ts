import { getPublicSuffix } from 'tldts';
import { parseNamedAddress } from '../../address/index.js';
import { unquoted } from '../../address/needless-quotes.js';
import { yieldToEventLoop } from '../../timing/index.js';

/** The lists that an operator may keep, each with what it says; a list's file is its name with `.txt`. */
export const ownListPurposes = {
  disposable: 'domains that are disposable, with their subdomains',
  'not-disposable': 'domains that are never treated as disposable',
  'disposable-hosts': 'mail hosts that serve only disposable domains',
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

/** The form in which an address is looked up among spam traps: case and unnecessary quotes do not count. */
export const trapOf = (localPart: string, asciiDomain: string): string =>
  `${unquoted(localPart).toLowerCase()}@${asciiDomain}`;

/** Almost every line is an ASCII host name: recognised by one expression, since lists have 100,000 lines. */
const PLAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const MOST_DOMAIN_CHARACTERS = 252;
/** An entry and a comment; longer lines are invalid. */
const LONGEST_LINE = 1_000;
const PREFIX = /^(@|\*?\.)/;

/** A name whose last label is a number is an address (RFC 1123 §2.1). */
const isNumber = (asciiDomain: string): boolean => /(^|\.)\d+$/.test(asciiDomain);

/**
 * Whether a domain is a public suffix such as `com` or `co.uk`. A private suffix (`duckdns.org`) may be listed as a
 * whole.
 */
const isSharedEnding = (asciiDomain: string): boolean =>
  getPublicSuffix(asciiDomain, { extractHostname: false, validateHostname: false, detectIp: false }) === asciiDomain;

const domainEntry = (asciiDomain: string): string | undefined =>
  isNumber(asciiDomain) || isSharedEnding(asciiDomain) ? undefined : asciiDomain;

/**
 * The entry of a line; '' if the line is empty or a comment (`#` to the line's end), `undefined` if it is not a valid entry of the list.
 * `@example.com`, `*.example.com` and `example.com.` are all `example.com`. A public suffix (`com`, `co.uk`) is invalid: it would cover
 * the domains of strangers.
 */
export function entryOf(list: OwnListName, line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const name = line.replace(PREFIX, '').toLowerCase();
  if (name.length <= MOST_DOMAIN_CHARACTERS && PLAIN.test(name)) return domainEntry(name);
  const text = line.replace(/(^|\s)#.*/s, '').trim();
  if (!text) return '';
  const isAddress = list === 'spam-traps' && text.indexOf('@') > 0;
  const parsed = parseNamedAddress(isAddress ? text : `any@${text.replace(PREFIX, '').replace(/\.$/, '')}`);
  if (!parsed.ok || !parsed.asciiDomain.includes('.')) return undefined;
  const { localPart, asciiDomain } = parsed;
  if (!isAddress) return domainEntry(asciiDomain);
  return isNumber(asciiDomain) ? undefined : trapOf(localPart, asciiDomain);
}

/** A list as it was read. */
export interface ReadList {
  /** Entries in the order of the file, each once. */
  readonly entries: ReadonlySet<string>;
  /** Numbers of the invalid lines, counted from 1. */
  readonly badLines: readonly number[];
}

/** A text with more invalid lines than this is not a list. */
const MOST_BAD_LINES = 1_000;
const SHOWN_BAD_LINES = 100;

/** Lines that are read before other work gets a turn: a few milliseconds at worst. */
const BLOCK = 500;

/** A text's lines, however they end; a byte order mark is dropped. */
export function* ownListLines(text: string): Generator<string, void, undefined> {
  const end = /\r\n|\n|\r/g;
  let start = text.startsWith('\ufeff') ? 1 : 0;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(start, found.index);
    start = end.lastIndex;
  }
  yield text.slice(start);
}

/**
 * Reads a list's text, one entry on each line, while other work goes on. Invalid lines are skipped; `undefined` for a text with more than
 * 1,000 of them.
 */
export async function readOwnList(list: OwnListName, text: string): Promise<ReadList | undefined> {
  const entries = new Set<string>();
  const badLines: number[] = [];
  let number = 0;
  for (const line of ownListLines(text)) {
    number += 1;
    if (number % BLOCK === 0) await yieldToEventLoop();
    const entry = entryOf(list, line);
    if (entry) entries.add(entry);
    if (entry === undefined && badLines.push(number) > MOST_BAD_LINES) return undefined;
  }
  return { entries, badLines };
}

/** Says how an entry of a list is written, and where. */
export const entryHint = (list: OwnListName, where = ''): string => {
  const what =
    list === 'spam-traps'
      ? 'an address such as jane@example.com, or a domain such as example.com'
      : 'a domain such as example.com';
  return `write ${what}${where} (not a public suffix such as co.uk, not an IP address)`;
};

/** Returns one sentence about a file's invalid lines. It does not repeat their text, which may be anything. */
export const badLinesSentence = (file: string, list: OwnListName, { badLines }: ReadList): string => {
  const more = badLines.length - SHOWN_BAD_LINES;
  const lines = badLines.slice(0, SHOWN_BAD_LINES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${file} has invalid lines, which are skipped (${lines}): ${entryHint(list, ' on each line')}, or # before a comment.`;
};
