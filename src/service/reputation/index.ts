import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseNamedAddress, suggestAddress, type DomainTables } from '../../address/index.js';
import { knownTables } from '../../address/known-tables.js';
import { unquoted } from '../../address/needless-quotes.js';
import { memoize } from './memoize.js';
import { nearProviders } from './near-providers.js';
import { noOwnLists, trapOf, type OwnLists } from './own-lists.js';
import type { DomainProof, Reputation } from './reputation.js';
import { withRightEnding } from './right-ending.js';
import { SortedLines } from './sorted-lines.js';
import { hasSuffix, domainAndParents } from './suffixes.js';

export { openOwnFolder, type OwnFolder, type OwnFolderOptions } from './own-folder.js';
export type { OwnListName, OwnLists } from './own-lists.js';
export type { DomainProof, Reputation } from './reputation.js';

export interface ReputationOptions {
  /** The folder of the lists, as a path or a `file:` URL; `data/` beside this file if absent. */
  readonly dataDir?: string | URL | undefined;
  /** The operator's own lists. Called at every look-up; gives another object whenever they have changed. */
  readonly ownLists?: (() => OwnLists) | undefined;
}

/** Reads the lists. Throws Node's own error, which names the path, if a file cannot be read. */
export function loadReputation({
  dataDir = new URL('./data/', import.meta.url),
  ownLists = () => noOwnLists,
}: ReputationOptions = {}): Reputation {
  const folder = typeof dataDir === 'string' && !dataDir.startsWith('file:') ? dataDir : fileURLToPath(dataDir);
  const read = (name: string, encoding: 'latin1' | 'utf8' = 'latin1') =>
    readFileSync(join(folder, `${name}.txt`), encoding).replaceAll('\r', '');
  const lines = (name: string, encoding?: 'utf8') => read(name, encoding).split('\n').filter(Boolean);

  const disposable = new SortedLines(read('disposable'));
  const disposableHosts = new Set(lines('disposable-hosts'));
  const free = new Set(lines('free'));
  const roles = new Set(lines('role', 'utf8'));
  const relays = new Set(lines('relay'));
  const lookalikes = new Set(lines('lookalikes'));

  /**
   * Returns what the operator's own lists say about a domain or a mail host. The nearest entry counts; of two equally
   * near, the one that exempts.
   */
  const ownListing = (
    name: string,
    list: 'disposable' | 'disposable-hosts' = 'disposable',
  ): 'exempt' | 'disposable' | undefined => {
    const own = ownLists();
    for (const suffix of domainAndParents(name)) {
      if (own['not-disposable'].has(suffix) || own.relay.has(suffix)) return 'exempt';
      if (own[list].has(suffix)) return 'disposable';
    }
    return undefined;
  };
  /** Returns what the lists say about a domain, whatever the address. */
  const ofDomain = memoize((domain) => {
    const listing = ownListing(domain);
    const isReleasedRelay = hasSuffix(domain, (suffix) => relays.has(suffix));
    const isExempt = listing ? listing === 'exempt' : isReleasedRelay;
    return {
      isExempt,
      isDisposable: listing === 'disposable' || (!isExempt && hasSuffix(domain, (suffix) => disposable.has(suffix))),
      isRelay: isReleasedRelay || hasSuffix(domain, (suffix) => ownLists().relay.has(suffix)),
      isFree: free.has(domain) || ownLists().free.has(domain),
    };
  }, ownLists);
  const isDisposableHostName = memoize((name) => {
    const listing = ownListing(name, 'disposable-hosts');
    return listing ? listing === 'disposable' : hasSuffix(name, (suffix) => disposableHosts.has(suffix));
  }, ownLists);
  const isOwn = (domain: string) => ownLists().free.has(domain) || ownListing(domain) === 'exempt';
  const providers = lines('providers');
  const providersNear = memoize(nearProviders(providers));
  const slips = new Map(lines('slips').map((line) => line.split('=') as [typed: string, meant: string]));
  const known = (domain: string) => free.has(domain) || lookalikes.has(domain) || isOwn(domain);
  const tables: DomainTables = {
    ...knownTables,
    known,
    slips: { get: (domain) => (isOwn(domain) ? undefined : slips.get(domain)) },
  };
  const nobodys: DomainTables = { ...tables, providers: [], known: () => true };
  const suggest = (address: string, proof: DomainProof = 'unknown'): string => {
    if (proof === 'own-hosts') return suggestAddress(address, nobodys);
    const near = suggestAddress(address, {
      ...tables,
      providers: providersNear(address.slice(address.lastIndexOf('@') + 1)),
    });
    const parsed = near === '' && proof === 'no-mail' ? parseNamedAddress(address) : undefined;
    if (!parsed?.ok || known(parsed.asciiDomain)) return near;
    const meant = withRightEnding(parsed.asciiDomain, providers);
    return meant && `${parsed.localPart}@${meant}`;
  };

  return {
    isDisposable: (domain) => ofDomain(domain).isDisposable,
    isDisposableHost: (name, domain) => !ofDomain(domain).isExempt && isDisposableHostName(name),
    isRelay: (domain) => ofDomain(domain).isRelay,
    isFree: (domain) => ofDomain(domain).isFree,
    isRole: (localPart) => roles.has(unquoted(localPart).normalize('NFC').toLowerCase().replace(/\+.*/s, '')),
    isSpamTrap: (localPart, domain) => {
      const traps = ownLists()['spam-traps'];
      return (
        traps.size > 0 && (traps.has(trapOf(localPart, domain)) || hasSuffix(domain, (suffix) => traps.has(suffix)))
      );
    },
    suggest,
  };
}
