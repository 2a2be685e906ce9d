import { getPublicSuffix } from 'tldts';
import { parseNamedAddress } from '../../address/index.js';
import { unquoted } from '../../address/needless-quotes.js';
import { yieldToEventLoop } from '../../timing/index.js';

/**
 * What the lines of a list hold: domains that cover those below them; domains that cover none, which may be public suffixes; addresses or
 * domains; local parts; or mistyped domains with the right ones. Domains are lower-case A-labels.
 */
export type EntryKind = 'domain' | 'exact-domain' | 'address' | 'local-part' | 'slip';

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

/** The form in which a local part is looked up among role words: case, a `+tag` and unnecessary quotes do not count. */
export const roleOf = (localPart: string): string =>
  unquoted(localPart).normalize('NFC').toLowerCase().replace(/\+.*/s, '');

/** A plain ASCII domain in lower case; `undefined` for other text. */
const plainDomain = (line: string): string | undefined => {
  const name = line.replace(PREFIX, '').toLowerCase();
  return name.length <= MOST_DOMAIN_CHARACTERS && PLAIN.test(name) ? name : undefined;
};

const anyDomain = (text: string): string | undefined => {
  const parsed = parseNamedAddress(`any@${text.replace(PREFIX, '').replace(/\.$/, '')}`);
  return parsed.ok && parsed.asciiDomain.includes('.') && !isNumber(parsed.asciiDomain)
    ? parsed.asciiDomain
    : undefined;
};

const domainOf = (text: string): string | undefined => {
  const domain = anyDomain(text);
  return domain && domainEntry(domain);
};

const readers: Readonly<Record<EntryKind, (text: string) => string | undefined>> = {
  domain: domainOf,
  'exact-domain': anyDomain,
  address(text) {
    if (text.indexOf('@') < 1) return domainOf(text);
    const parsed = parseNamedAddress(text);
    if (!parsed.ok || !parsed.asciiDomain.includes('.') || isNumber(parsed.asciiDomain)) return undefined;
    return trapOf(parsed.localPart, parsed.asciiDomain);
  },
  'local-part'(text) {
    const parsed = parseNamedAddress(`${text}@example.com`);
    return parsed.ok && !/[@+]/.test(text) ? roleOf(parsed.localPart) : undefined;
  },
  slip(text) {
    const [typed, meant, another] = text.split(/\s*=\s*|\s+/).map(domainOf);
    return typed && meant && another === undefined && typed !== meant ? `${typed}=${meant}` : undefined;
  },
};

/**
 * The entry of a line; '' if the line is empty or a comment (`#` to the line's end), `undefined` if it is invalid. `@example.com`,
 * `*.example.com` and `example.com.` are all `example.com`. A public suffix (`com`, `co.uk`) is invalid where it would cover the domains of
 * strangers.
 */
export function entryIn(kind: EntryKind, line: string): string | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const plain = kind === 'domain' || kind === 'address' ? plainDomain(line) : undefined;
  if (plain !== undefined) return domainEntry(plain);
  const text = line.replace(/(^|\s)#.*/s, '').trim();
  return text && readers[kind](text);
}

const NO_SUFFIX = '(not a public suffix such as co.uk, not an IP address)';

/** What to write for an entry, a sample, and a condition. */
const hints: Readonly<Record<EntryKind, readonly [what: string, sample: string, condition: string]>> = {
  domain: ['a domain such as', 'example.com', NO_SUFFIX],
  'exact-domain': ['a domain such as', 'example.com', '(not an IP address)'],
  address: ['an address such as jane@example.com, or a domain such as', 'example.com', NO_SUFFIX],
  'local-part': ['the part before the @, such as', 'sales', '(no @, no +)'],
  slip: ['the mistyped domain, = and the right one, such as', 'gmial.com=gmail.com', NO_SUFFIX],
};

/** A valid entry. */
export const sampleFor = (kind: EntryKind): string => hints[kind][1];

/** Says how an entry is written, and where. */
export const hintFor = (kind: EntryKind, where = ''): string => {
  const [what, sample, condition] = hints[kind];
  return `write ${what} ${sample}${where} ${condition}`;
};

/** A list as it was read. */
export interface ReadList {
  /** Entries in the order of the file, each once. */
  readonly entries: ReadonlySet<string>;
  /** Numbers of the invalid lines, counted from 1. */
  readonly badLines: readonly number[];
}

/** A text with more invalid lines than this is not a list. */
const MOST_BAD_LINES = 1_000;

/** Lines that are read before other work gets a turn: a few milliseconds at worst. */
const BLOCK = 500;

/** A text's lines, however they end; a byte order mark is dropped. */
export function* listLines(text: string): Generator<string, void, undefined> {
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
export async function readEntries(kind: EntryKind, text: string): Promise<ReadList | undefined> {
  const entries = new Set<string>();
  const badLines: number[] = [];
  let number = 0;
  for (const line of listLines(text)) {
    number += 1;
    if (number % BLOCK === 0) await yieldToEventLoop();
    const entry = entryIn(kind, line);
    if (entry) entries.add(entry);
    if (entry === undefined && badLines.push(number) > MOST_BAD_LINES) return undefined;
  }
  return { entries, badLines };
}

const SHOWN_LINES = 100;

/** The numbers of some lines, in words. */
export const lineNumbers = (lines: readonly number[]): string => {
  const more = lines.length - SHOWN_LINES;
  return lines.slice(0, SHOWN_LINES).join(', ') + (more > 0 ? ` and ${more} more` : '');
};
