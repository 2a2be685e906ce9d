import { cleanAddress, isGrowing, suggestAddress } from '../address/index.js';
import { growingPrefixes, providers, relays } from '../address/known-domains.js';
import { isListed } from './policy.js';

/** Whether a domain is a big provider's, with free mailboxes. */
export const isProvider = (domain: string): boolean => providers.includes(domain);

/** Whether a domain forwards to mailboxes that people keep. */
export const isRelay = (domain: string): boolean => isListed(domain, relays.join(' '));

/** Whether a domain, given as lower-case A-labels, may be the beginning of a longer one. */
export const mayGrow = (domain: string): boolean => isGrowing(domain, growingPrefixes);

/** A longer text is not cleaned: the field may hold a book that was pasted by mistake, and it is read at every pause. */
const LONGEST_CLEANED = 1_000;

/** The address that was most likely meant, or `''`: without what people paste around it, and without a slip in its domain. */
export const suggestionFor = (text: string): string => {
  const cleaned = text.length > LONGEST_CLEANED ? '' : cleanAddress(text);
  return suggestAddress(cleaned || text) || (cleaned === text ? '' : cleaned);
};
