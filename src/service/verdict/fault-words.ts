import type { Fault } from '../../address/index.js';

/** Faults of a text that is not an address, as half a sentence. */
export const syntaxFaultSentences: Readonly<Record<Fault, string>> = {
  noAt: 'the @ is missing',
  noLocal: 'the part before the @ is missing',
  noDomain: 'the part after the @ is missing',
  manyAt: 'there is more than one @',
  space: 'it contains whitespace',
  dots: 'a dot is at the start or end of a part, or follows another dot',
  tooLong: 'it is too long (at most 64 octets before the @, 63 in a label, 254 in all)',
  format: 'it contains a character that is not allowed',
};
