import type { Fault } from '../../address/index.js';

/** What is wrong with a text that is not an address, as a clause: to follow "because" or a colon. */
export const syntaxFaultClauses: Readonly<Record<Fault, string>> = {
  noAt: 'the @ is missing',
  noLocal: 'the part before the @ is missing',
  noDomain: 'the part after the @ is missing',
  manyAt: 'there is more than one @',
  space: 'it contains whitespace',
  dots: 'a dot is at the start or end of a part, or follows another dot',
  tooLong: 'it is too long (at most 64 octets before the @, 63 between two dots of the domain, 254 in all)',
  format: 'it contains a character that is not allowed',
};
