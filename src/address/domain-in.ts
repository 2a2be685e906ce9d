import { parseAddress } from './literal.js';

/**
 * The domain, in A-labels and lower case, of a text that a person writes for one: `jane@example.com`, `@example.com` or `example.com`, with the
 * root's dot at the end or without; an address literal as it is. `undefined` if the text is neither an address nor a domain.
 */
export const domainIn = (text: string): string | undefined => {
  const plain = text.trim().replace(/^@/, '').replace(/\.$/, '');
  const parsed = parseAddress(plain.includes('@') ? plain : `anyone@${plain}`);
  return parsed.ok ? parsed.asciiDomain : undefined;
};
