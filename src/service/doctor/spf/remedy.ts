import type { Qualifier } from './record.js';

const ALL = /^([+\-~?]?)all$/i;
const REDIRECT = /^redirect=/i;
const MODIFIER = /^[a-z][\w.-]*=/i;
/** Terms that may refuse an address before those behind them allow it. */
const MAY_REFUSE = /^[-~?]|^\+?all$|^redirect=/i;

const termsOf = (record: string): readonly string[] => record.split(' ').filter(Boolean).slice(1);
const recordOf = (terms: readonly string[]): string => ['v=spf1', ...terms].join(' ');

/** The mechanism that allows one address. */
export const mechanismFor = (address: string): string => `ip${address.includes(':') ? 6 : 4}:${address}`;

/** The record of a domain that had none. It does not refuse the domain's other servers, which nobody here knows. */
export const newRecord = (addresses: readonly string[]): string => recordOf([...addresses.map(mechanismFor), '~all']);

/** The record with all its terms, and with addresses before the first term that may refuse them. */
export const recordThatAllows = (record: string, addresses: readonly string[]): string => {
  const terms = termsOf(record);
  const found = terms.findIndex((term) => MAY_REFUSE.test(term));
  const at = found < 0 ? terms.length : found;
  const added = addresses.map(mechanismFor).filter((each) => !terms.slice(0, at).includes(each));
  return recordOf([...terms.slice(0, at), ...added, ...terms.slice(at)]);
};

/** The record with all its terms, and with addresses before all of them: they are found before any question to DNS. */
export const recordThatBeginsWith = (record: string, addresses: readonly string[]): string => {
  const first = addresses.map(mechanismFor);
  return recordOf([...first, ...termsOf(record).filter((term) => !first.includes(term))]);
};

/** From the softest to the strictest. */
const qualifiers: readonly Qualifier[] = ['+', '?', '~', '-'];

/** How a record ends for those whom no mechanism names. What a redirect leads to is not known here. */
const endOf = (terms: readonly string[]): Qualifier => {
  const all = terms.map((term) => ALL.exec(term)).find(Boolean);
  if (all) return (all[1] || '+') as Qualifier;
  return terms.some((term) => REDIRECT.test(term)) ? '~' : '?';
};

/** The mechanisms before `all`; a redirect, which counts only without `all`, allows whom an include allows. */
const mechanismsOf = (terms: readonly string[]): readonly string[] => {
  const all = terms.findIndex((term) => ALL.test(term));
  const counting = all < 0 ? terms.map((term) => term.replace(REDIRECT, 'include:')) : terms.slice(0, all);
  return counting.filter((term) => !MODIFIER.test(term));
};

/** One record with the terms of several, which ends as the softest of them does. */
export const mergedRecord = (records: readonly string[]): string => {
  const all = records.map(termsOf);
  const modifiers = all.flat().filter((term) => MODIFIER.test(term) && !REDIRECT.test(term));
  const ends = all.map(endOf);
  const end = qualifiers.find((each) => ends.includes(each)) ?? '?';
  return recordOf([...new Set([...all.flatMap(mechanismsOf), `${end}all`, ...modifiers])]);
};
