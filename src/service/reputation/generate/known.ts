import { domainsOfBrands } from '../../logo/generate/brands.js';
import { hasSuffix } from '../suffixes.js';
import { numbered, providers, slips } from './curated.js';
import type { ReputationLists } from './lists.js';
import type { Sources } from './sources.js';

/** So many domains are enough to notice a list that has gone wrong. */
const MOST = 2_000;

const shortestFirst = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1);

/**
 * Domains that are well known, and never disposable: the big providers, those that are common in lists of addresses, and then brands and free
 * providers, those with the shortest names first. `npm run data` makes the same of the same sources.
 */
export function knownDomains(sources: Sources, { disposable, free, lookalikes }: ReputationLists): string[] {
  const gone = new Set(disposable);
  const isReal = (domain: string) => !slips.has(domain) && !hasSuffix(domain, (suffix) => gone.has(suffix));
  const rest = [...domainsOfBrands(), ...free].sort(shortestFirst);
  const all = new Set([...providers, ...numbered, ...lookalikes, ...sources.common, ...rest].filter(isReal));
  return [...all].slice(0, MOST).sort();
}
