import { fileURLToPath } from 'node:url';
import { parseNamedAddress, suggestAddress, type DomainTables } from '../../address/index.js';
import { knownTables } from '../../address/known-tables.js';
import { roleOf, trapOf } from './list-entry.js';
import { factsOf, ownFactsOf, type ListFacts, type OwnListDates } from './list-facts.js';
import { readLists, type ListFiles, type ListName, type ListPlaces } from './list-files.js';
import { memoize } from './memoize.js';
import { nearProviders } from './near-providers.js';
import { noOwnLists, type OwnLists } from './own-lists.js';
import type { DomainProof, Reputation } from './reputation.js';
import { withRightEnding } from './right-ending.js';
import { SortedLines } from './sorted-lines.js';
import { hasSuffix, domainAndParents } from './suffixes.js';

const slipTable = (entries: Iterable<string>) =>
  new Map([...entries].map((entry) => entry.split('=') as [typed: string, meant: string]));

export interface ReputationOptions extends Pick<ListPlaces, 'dataFolder' | 'onFault'> {
  /** The folder of the release's lists, as a path or a `file:` URL; `data/` beside this file if absent. */
  readonly dataDir?: string | URL | undefined;
  /** The operator's own lists. Called at every look-up; gives another object whenever they have changed. */
  readonly ownLists?: (() => OwnLists) | undefined;
  /** The days on which the operator's own lists changed last. */
  readonly ownDates?: (() => OwnListDates) | undefined;
}

/** What the lists say, and what lists they are. */
export interface LoadedReputation extends Reputation {
  /** The lists in use, with their dates. */
  lists(): readonly ListFacts[];
}

/** The path of the release's lists. */
export const releaseFolderOf = (dataDir: string | URL = new URL('./data/', import.meta.url)): string =>
  typeof dataDir === 'string' && !dataDir.startsWith('file:') ? dataDir : fileURLToPath(dataDir);

/** Reads the lists. Throws Node's own error, which names the path, if a list of the release cannot be read. */
export function loadReputation({
  dataDir,
  ownLists = () => noOwnLists,
  ownDates = () => ({}),
  ...places
}: ReputationOptions = {}): LoadedReputation {
  const files = readLists({ releaseFolder: releaseFolderOf(dataDir), ...places });
  const facts = factsOf(files);
  return { ...reputationOf(files, ownLists), lists: () => [...facts, ...ownFactsOf(ownLists(), ownDates())] };
}

/** What lists say that have been read. */
export function reputationOf(files: ListFiles, ownLists: () => OwnLists = () => noOwnLists): Reputation {
  const lines = (name: ListName) => files[name].text.split('\n').filter(Boolean);

  const disposable = new SortedLines(files.disposable.text);
  const disposableHosts = new Set(lines('disposable-hosts'));
  const free = new Set(lines('free'));
  const roles = new Set(lines('role'));
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
      isFree: !ownLists()['not-free'].has(domain) && (free.has(domain) || ownLists().free.has(domain)),
    };
  }, ownLists);
  const isDisposableHostName = memoize((name) => {
    const listing = ownListing(name, 'disposable-hosts');
    return listing ? listing === 'disposable' : hasSuffix(name, (suffix) => disposableHosts.has(suffix));
  }, ownLists);
  const isOwn = (domain: string) => ownLists().free.has(domain) || ownListing(domain) === 'exempt';
  const providers = lines('providers');
  const providersNear = memoize(nearProviders(providers));
  const slips = slipTable(lines('slips'));
  /** Made again when the operator's lists have changed. */
  const ownSlips = memoize(() => slipTable(ownLists().slips), ownLists);
  const known = (domain: string) => free.has(domain) || lookalikes.has(domain) || isOwn(domain);
  const tables: DomainTables = {
    ...knownTables,
    known,
    slips: { get: (domain) => ownSlips('').get(domain) ?? (isOwn(domain) ? undefined : slips.get(domain)) },
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
    isRole(localPart) {
      const role = roleOf(localPart);
      return roles.has(role) || ownLists().role.has(role);
    },
    isSpamTrap: (localPart, domain) => {
      const traps = ownLists()['spam-traps'];
      return (
        traps.size > 0 && (traps.has(trapOf(localPart, domain)) || hasSuffix(domain, (suffix) => traps.has(suffix)))
      );
    },
    suggest,
  };
}
