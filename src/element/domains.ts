import { isGrowing, suggestAddress, type DomainTables } from '../address/index.js';
import { growingPrefixes, lookalikes, providers, relays } from './known-domains.js';
import { isListed } from './policy.js';
import type { Ending } from './quiet-time.js';

const known = new Set([...providers, ...lookalikes]);
const tables: DomainTables = { providers, known: (domain) => known.has(domain) };

/** Whether a domain is a big provider's, where the mailboxes are free. */
export const isProvider = (domain: string): boolean => providers.includes(domain);

/** Whether a domain forwards to mailboxes that people keep. */
export const isRelay = (domain: string): boolean => isListed(domain, relays.join(' '));

/** What the page's short list says of a domain, given as lower-case A-labels. */
export const endingOf = (domain: string): Ending =>
  isGrowing(domain, growingPrefixes) ? 'growing' : isProvider(domain) ? 'finished' : 'complete';

/** The address that was most likely meant, or `''`. */
export const suggestionFor = (address: string): string => suggestAddress(address, tables);
