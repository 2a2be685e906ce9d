import { getPublicSuffix, parse } from 'tldts';
import { suggestAddress } from '../../../address/index.js';
import { hasSuffix, domainAndParents } from '../suffixes.js';
import { brands, finished, numbered, providers, slips } from './curated.js';
import { disposableHosts } from './disposable-hosts.js';
import { neverDisposable, sharedEndings } from './disposable.js';
import { alsoFree, neverFree } from './free.js';
import { disposableDespiteSlip, realDespiteSlip } from './real-domains.js';
import { pageRelays, relays } from './relays.js';
import { alsoRole, neverRole } from './roles.js';
import { slipOf } from './slip-rule.js';
import type { Sources } from './sources.js';

/** The lists as they are committed: sorted by code unit, each entry once. */
export interface ReputationLists {
  /** Disposable domains; each matches all names below it. */
  readonly disposable: readonly string[];
  /** Mail hosts, to be matched in the same way. */
  readonly disposableHosts: readonly string[];
  readonly free: readonly string[];
  readonly role: readonly string[];
  readonly relay: readonly string[];
  readonly providers: readonly string[];
  /** Real domains that would be "corrected" to a provider if nobody knew them. */
  readonly lookalikes: readonly string[];
  readonly brands: readonly string[];
  /** What people type for a provider's domain and is too far from it to be found, with what they mean. */
  readonly slips: ReadonlyMap<string, string>;
  /** All that people are known to type for a provider's domain, as `typed=meant`. */
  readonly allSlips: readonly string[];
  /** The look-alikes and the providers of digits alone, which the page knows by their exact name; the relays that it knows. */
  readonly pageLookalikes: readonly string[];
  readonly pageRelays: readonly string[];
  /** Whole domains that begin a longer one which is as likely to be meant. */
  readonly growing: readonly string[];
}

const sorted = (entries: Iterable<string>) => [...new Set(entries)].sort();

/**
 * Whether a domain is a public suffix, dynamic DNS included. Anybody has a name under one, so as a whole it is not
 * disposable.
 */
const isPublicSuffix = (domain: string) =>
  sharedEndings.includes(domain) || getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;

/** Whether a domain's ending is that of universities, schools, authorities or armed forces, whose mailboxes are not anybody's. */
const isInstitution = (domain: string) =>
  /\.(?:edu|gov|mil)(?:\.[a-z]{2})?$|\.(?:ac|go|gob|gouv|gub|sch)\.[a-z]{2}$/.test(domain);

/** Whether a name is below no ending of the root zone, is one itself, or is below one that hands out names to anybody, dynamic DNS included. */
function isBelowNoEnding(domain: string): boolean {
  const { isIcann, isPrivate, domain: registered } = parse(domain, { allowPrivateDomains: true });
  const isShared = isPrivate === true || hasSuffix(domain, (suffix) => sharedEndings.includes(suffix));
  return !registered || isShared || isIcann !== true;
}

function disposableDomains(listed: readonly string[]): string[] {
  const kept = new Set([...relays, ...neverDisposable.keys(), ...providers, ...alsoFree]);
  const above = new Set([...kept].flatMap((domain) => [...domainAndParents(domain)]));
  const candidates = new Set(
    listed.filter(
      (domain) =>
        !isPublicSuffix(domain) &&
        !above.has(domain) &&
        !hasSuffix(domain, (suffix) => kept.has(suffix)) &&
        (disposableDespiteSlip.has(domain) || !slipOf(domain)),
    ),
  );
  const isCovered = (domain: string) =>
    hasSuffix(domain.slice(domain.indexOf('.') + 1), (suffix) => candidates.has(suffix));
  return sorted([...candidates].filter((domain) => !isCovered(domain)));
}

const roleWords = (listed: readonly string[]) =>
  sorted(
    [...listed, ...alsoRole]
      .map((word) => word.normalize('NFC').toLowerCase())
      .filter((word) => !neverRole.includes(word) && !/^\d+$/.test(word)),
  );

const big = new Set(providers);
/** What is suggested if nothing is known but the providers. */
const suggested = (domain: string) =>
  suggestAddress(`a@${domain}`, { providers, brands, known: (each) => big.has(each) }).slice('a@'.length);

function growingDomains(free: readonly string[]): string[] {
  const begins = [...free, ...providers].map((whole) => ({
    whole,
    start: /^(.+\.com)\.[a-z]{2}$/.exec(whole)?.[1] ?? '',
  }));
  const waited = begins.filter(
    ({ whole, start }) => start && (big.has(whole) || big.has(start)) && !finished.includes(start),
  );
  return sorted(waited.map(({ start }) => start));
}

/** Makes the committed lists out of the packages' and our own. Pure: the same sources give the same lists. */
export function makeLists(sources: Omit<Sources, 'common'>): ReputationLists {
  const disposable = disposableDomains(sources.disposable);
  const gone = new Set(disposable);
  const isMistaken = (domain: string) =>
    neverFree.has(domain) ||
    isInstitution(domain) ||
    isBelowNoEnding(domain) ||
    hasSuffix(domain, (suffix) => relays.includes(suffix)) ||
    (slipOf(domain) !== undefined && !realDespiteSlip.has(domain));
  const free = [...sources.free, ...alsoFree, ...providers].filter((domain) => !isMistaken(domain));
  const lookalikes = sorted([...free, ...realDespiteSlip.keys(), ...relays].filter((domain) => suggested(domain)));
  return {
    disposable,
    disposableHosts: sorted(disposableHosts.keys()),
    free: sorted(free.filter((domain) => !hasSuffix(domain, (suffix) => gone.has(suffix)))),
    role: roleWords(sources.role),
    relay: sorted(relays),
    providers: sorted(providers),
    lookalikes,
    brands: sorted(brands),
    slips: new Map([...slips].filter(([typed, meant]) => suggested(typed) !== meant)),
    allSlips: sorted([...slips].map(([typed, meant]) => `${typed}=${meant}`)),
    pageLookalikes: sorted([...lookalikes, ...numbered]),
    pageRelays: sorted(pageRelays),
    growing: growingDomains(free),
  };
}
