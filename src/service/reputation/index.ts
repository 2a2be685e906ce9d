import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suggestAddress } from '../../address/index.js';
import { SortedLines } from './sorted-lines.js';
import { hasSuffix } from './suffixes.js';

/** What is said of domains and names, without asking anyone. Domains are lower-case A-labels. */
export interface Reputation {
  /** Whether the domain, or one above it, gives mailboxes away for minutes; what forwards to an address that people keep never does. */
  isDisposable(asciiDomain: string): boolean;
  /** Whether anyone can have a mailbox at exactly this domain: hosts below a provider's domain are its staff's and its customers' own. */
  isFree(asciiDomain: string): boolean;
  /** Whether a local part names a position or a group (`sales`, `Info+shop`); case, a `+tag` and needless quotes don't count. */
  isRole(localPart: string): boolean;
  /** The address that was probably meant, or ''. */
  suggest(address: string): string;
}

/** Where the lists are: a folder's path or `file:` URL; `data/` beside this file where nothing is said. */
export interface ReputationOptions {
  readonly dataDir?: string | URL | undefined;
}

/** Reads the lists. Throws Node's own error, with the path in it, where a file can't be read. */
export function loadReputation({ dataDir = new URL('./data/', import.meta.url) }: ReputationOptions = {}): Reputation {
  const folder = typeof dataDir === 'string' && !dataDir.startsWith('file:') ? dataDir : fileURLToPath(dataDir);
  const read = (name: string) => readFileSync(join(folder, `${name}.txt`), 'latin1').replaceAll('\r', '');
  const lines = (name: string) => read(name).split('\n').filter(Boolean);

  const disposable = new SortedLines(read('disposable'));
  const free = new Set(lines('free'));
  const roles = new Set(lines('role'));
  const relays = new Set(lines('relay'));
  const lookalikes = new Set(lines('lookalikes'));
  const tables = { providers: lines('providers'), known: (domain: string) => free.has(domain) || lookalikes.has(domain) };

  // Only what would be the same mailbox without its quotes (RFC 5321 §4.1.2).
  const unquoted = (localPart: string) => localPart.replace(/^"([^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)*)"$/, '$1');

  const isRelay = (domain: string) => hasSuffix(domain, (suffix) => relays.has(suffix));
  return {
    isDisposable: (domain) => !isRelay(domain) && hasSuffix(domain, (suffix) => disposable.has(suffix)),
    isFree: (domain) => free.has(domain),
    isRole: (localPart) => roles.has(unquoted(localPart).toLowerCase().replace(/\+.*/s, '')),
    suggest: (address) => suggestAddress(address, tables),
  };
}
