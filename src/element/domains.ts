import { isGrowing, suggestAddress, type DomainTables } from '../address/index.js';
import { growingPrefixes, lookalikes, providers } from './known-domains.js';
import type { Ending } from './quiet-time.js';

const known = new Set([...providers, ...lookalikes]);
const tables: DomainTables = { providers, known: (domain) => known.has(domain) };

/** What the page's short list says of a domain, given as lower-case A-labels. */
export const endingOf = (domain: string): Ending =>
  isGrowing(domain, growingPrefixes) ? 'growing' : providers.includes(domain) ? 'finished' : 'complete';

/** The address that was most likely meant, or `''`. */
export const suggestionFor = (address: string): string => suggestAddress(address, tables);
