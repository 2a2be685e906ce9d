import { parseIp } from '../../../network/index.js';

/** Results of a match (RFC 7208 §4.6.2): the sign before a mechanism. */
export type Qualifier = '+' | '-' | '~' | '?';

const mechanismNames = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const;
type MechanismName = (typeof mechanismNames)[number];

/** One mechanism of a record (RFC 7208 §5). */
export interface Mechanism {
  /** As it is written, for messages. */
  readonly written: string;
  readonly qualifier: Qualifier;
  readonly name: MechanismName;
  /** What follows the colon, without the lengths; `''` if there is nothing. */
  readonly value: string;
  /** Bits of the prefixes that count. */
  readonly ip4Bits: number;
  readonly ip6Bits: number;
}

/** A record that could be read. */
export interface SpfRecord {
  readonly mechanisms: readonly Mechanism[];
  /** The domain whose record decides if no mechanism matches (RFC 7208 §6.1). */
  readonly redirect: string | undefined;
}

/** A record that no receiver can use; `message` says what is wrong with which term. */
export class SpfSyntaxError extends Error {
  override readonly name = 'SpfSyntaxError';
}

/** Mechanisms that mean nothing without a value. */
const withValue: readonly MechanismName[] = ['include', 'ip4', 'ip6', 'exists'];
/** The sign and the name at the beginning of a term. */
const HEAD = /^([+\-~?]?)([a-z][\w.-]*)/i;
const MARKS = ['', ':', '=', '/'];

/** The length that follows a slash, and what stands before it: `/24`, `//64` and `/24//64` (RFC 7208 §5.6). */
const withoutLengths = (written: string, text: string, isIp6: boolean) => {
  const [before = '', ...lengths] = text.split('/');
  const [, ...ofIp6] = text.split('//');
  const bits = (length: string | undefined, all: number) => {
    if (length === undefined || length === '') return all;
    if (!/^\d{1,3}$/.test(length) || Number(length) > all)
      throw new SpfSyntaxError(`"${written}" has an invalid prefix length.`);
    return Number(length);
  };
  const [first] = lengths;
  return { value: before, ip4Bits: isIp6 ? 32 : bits(first, 32), ip6Bits: bits(isIp6 ? first : ofIp6[0], 128) };
};

const isAddressOf = (name: 'ip4' | 'ip6', text: string): boolean =>
  parseIp(text) !== undefined && text.includes(':') === (name === 'ip6');

const mechanismIn = (written: string, qualifier: Qualifier, word: string, mark: string, rest: string): Mechanism => {
  const name = mechanismNames.find((each) => each === word.toLowerCase());
  if (!name) throw new SpfSyntaxError(`"${written}" is not a mechanism of SPF.`);
  const text = mark === '/' ? `/${rest}` : rest;
  // A macro may have a slash as its delimiter: only mechanisms of addresses have lengths.
  const parts =
    name === 'include' || name === 'exists'
      ? { value: text, ip4Bits: 32, ip6Bits: 128 }
      : withoutLengths(written, text, name === 'ip6');
  if (withValue.includes(name) && !parts.value) throw new SpfSyntaxError(`"${written}" names nothing.`);
  if ((name === 'ip4' || name === 'ip6') && !isAddressOf(name, parts.value))
    throw new SpfSyntaxError(`"${written}" is not an address of IPv${name.slice(2)}.`);
  return { written, qualifier, name, ...parts };
};

/** Whether a TXT record is one of SPF (RFC 7208 §4.5). */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);

/**
 * Reads a record. Unknown modifiers are skipped (RFC 7208 §6).
 * @throws SpfSyntaxError
 */
export const readSpf = (text: string): SpfRecord => {
  const mechanisms: Mechanism[] = [];
  let redirect: string | undefined;
  for (const written of text.split(' ').filter(Boolean).slice(1)) {
    const [head = '', sign = '', word = ''] = HEAD.exec(written) ?? [];
    const mark = written.charAt(head.length);
    const rest = written.slice(head.length + 1);
    if (!word || !MARKS.includes(mark)) throw new SpfSyntaxError(`"${written}" is not a term of SPF.`);
    if (mark === '=' && !sign) {
      if (word.toLowerCase() !== 'redirect') continue;
      if (redirect !== undefined) throw new SpfSyntaxError('There is more than one redirect.');
      redirect = rest;
      continue;
    }
    mechanisms.push(mechanismIn(written, (sign || '+') as Qualifier, word, mark, rest));
  }
  return { mechanisms, redirect };
};
