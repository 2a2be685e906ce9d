import type { Fault } from '../../address/index.js';

/** What is wrong with a text that is no address, in half a sentence. */
export const faultWords: Readonly<Record<Fault, string>> = {
  noAt: 'the @ is missing',
  noLocal: 'nothing stands before the @',
  noDomain: 'nothing stands after the @',
  manyAt: 'there is more than one @',
  space: 'a blank has no place there',
  dots: 'a dot is at an edge or follows another',
  tooLong: 'a limit of length is passed (64 octets before the @, 63 a label, 254 in all)',
  format: 'a character has no place there',
};
