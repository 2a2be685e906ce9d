import { parseNamedAddress } from '../../address/index.js';

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
  'disposable': new Set(),
  'not-disposable': new Set(),
  'disposable-hosts': new Set(),
  'relay': new Set(),
  'free': new Set(),
  'spam-traps': new Set(),
};

/** The form in which an address is looked for among spam traps: nobody's mail is told from another's by case. */
export const trapOf = (localPart: string, asciiDomain: string): string => `${localPart.toLowerCase()}@${asciiDomain}`;

/** Almost every line is a lower-case host name: known at once, in a list of a hundred thousand. */
const PLAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
const LONGEST_NAME = 252;
/** An entry and a comment; no more is read of a line. */
const LONGEST_LINE = 1_000;

/**
 * The entry that a line holds; '' where it is empty or a comment (`#` to the line's end), `undefined` where it is none that
 * the list takes. `@example.com`, `*.example.com` and `example.com.` are all `example.com`. A domain has a dot: a single
 * label (`com`) would speak for half the world.
 */
export function entryOf(list: OwnListName, line: string): string | undefined {
  if (PLAIN.test(line) && line.length <= LONGEST_NAME) return line;
  if (line.length > LONGEST_LINE) return undefined;
  const text = line.replace(/(^|\s)#.*/s, '').trim();
  if (!text) return '';
  const isAddress = list === 'spam-traps' && text.indexOf('@') > 0;
  const parsed = parseNamedAddress(isAddress ? text : `any@${text.replace(/^(@|\*?\.)/, '').replace(/\.$/, '')}`);
  if (!parsed.ok || !parsed.asciiDomain.includes('.')) return undefined;
  return isAddress ? trapOf(parsed.localPart, parsed.asciiDomain) : parsed.asciiDomain;
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

/** Reads a list's text, one entry a line. Bad lines are left out; `undefined` for a text that has over a thousand. */
export function readOwnList(list: OwnListName, text: string): ReadList | undefined {
  const entries = new Set<string>();
  const badLines: number[] = [];
  let number = 0;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    number += 1;
    const entry = entryOf(list, line);
    if (entry) entries.add(entry);
    if (entry === undefined && badLines.push(number) > MOST_BAD_LINES) return undefined;
  }
  return { entries, badLines };
}

/** One sentence about a file's bad lines. What stands there is not repeated: it may be anything. */
export const sayBadLines = (file: string, list: OwnListName, { badLines }: ReadList): string => {
  const more = badLines.length - SHOWN_BAD_LINES;
  const lines = badLines.slice(0, SHOWN_BAD_LINES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const what = list === 'spam-traps' ? 'an address such as jane@example.com, or a domain such as example.com' : 'a domain such as example.com';
  return `${file} has lines without an entry, which are left out (${lines}): write ${what} on each line, or # before a comment.`;
};
