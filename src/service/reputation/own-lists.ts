import { entryIn, hintFor, lineNumbers, readEntries, sampleFor, type EntryKind, type ReadList } from './list-entry.js';

/** The lists that an operator may keep, each with what it says; a list's file is its name with `.txt`. */
export const ownListPurposes = {
  disposable: 'domains that are disposable, with their subdomains',
  'not-disposable': 'domains that are never treated as disposable',
  'disposable-hosts': 'mail hosts that serve only disposable domains',
  relay: 'domains that forward to addresses which people keep: never disposable',
  free: 'domains at which anyone can have a mailbox',
  'not-free': 'domains that are never treated as free providers',
  role: 'words before the @ that name a function, not a person',
  slips: 'mistyped domains and the right ones, as gmial.com=gmail.com',
  'spam-traps': 'addresses, or whole domains, that are spam traps',
} as const;

export type OwnListName = keyof typeof ownListPurposes;

/** All lists, in the order of their help. */
export const ownListNames = Object.keys(ownListPurposes) as OwnListName[];

/** Lists that hold something other than domains. */
const kinds: Readonly<Partial<Record<OwnListName, EntryKind>>> = {
  role: 'local-part',
  slips: 'slip',
  'spam-traps': 'address',
};

const kindOf = (list: OwnListName): EntryKind => kinds[list] ?? 'domain';

/** An operator's entries, as {@link entryOf} gives them. */
export type OwnLists = Readonly<Record<OwnListName, ReadonlySet<string>>>;

/** The lists of an operator who has none. */
export const noOwnLists = Object.fromEntries(
  ownListNames.map((name) => [name, new Set<string>()]),
) as unknown as OwnLists;

/** The entry of a line of a list; '' if the line is empty or a comment, `undefined` if it is invalid. */
export const entryOf = (list: OwnListName, line: string): string | undefined => entryIn(kindOf(list), line);

/**
 * Reads a list's text, one entry on each line, while other work goes on. Invalid lines are skipped; `undefined` for a text with more than
 * 1,000 of them.
 */
export const readOwnList = (list: OwnListName, text: string): Promise<ReadList | undefined> =>
  readEntries(kindOf(list), text);

/** A valid entry of a list. */
export const sampleEntry = (list: OwnListName): string => sampleFor(kindOf(list));

/** Says how an entry of a list is written, and where. */
export const entryHint = (list: OwnListName, where = ''): string => hintFor(kindOf(list), where);

/** Returns one sentence about a file's invalid lines. It does not repeat their text, which may be anything. */
export const badLinesSentence = (file: string, list: OwnListName, { badLines }: ReadList): string =>
  `${file} has invalid lines, which are skipped (${lineNumbers(badLines)}): ${entryHint(list, ' on each line')}, or # before a comment.`;
