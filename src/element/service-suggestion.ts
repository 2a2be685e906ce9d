import { cleanAddress, isComplete, isSameAddress, parseNamedAddress } from '../address/index.js';

/**
 * The address that a service suggests in place of the typed one, or `''`. It may correct the domain alone, and what is shown of
 * that is ASCII: nobody's form is to get another person's address, or a domain that looks like another. Pure.
 */
export const serviceSuggestion = (suggested: string, typed: string): string => {
  const [meant, own] = [suggested, cleanAddress(typed) || typed].map(parseNamedAddress);
  if (!meant?.ok || !own?.ok || !isComplete(meant)) return '';
  const address = `${own.localPart}@${meant.asciiDomain}`;
  const isSameBox = meant.localPart.toLowerCase() === own.localPart.toLowerCase();
  return isSameBox && !isSameAddress(address, typed) ? address : '';
};
