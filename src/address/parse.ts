import { withoutExtraDots } from './dotted-domains.js';
import { faulty, type FaultyAddress, type ParsedAddress } from './faults.js';
import { hostOf } from './host.js';
import { JOINED } from './joiners.js';

/** Texts beyond this many UTF-16 units are refused unread: no address comes near, and a pasted book must cost nothing. */
const LONGEST_READ = 1000;
/** Characters of an address (RFC 5321 §4.5.3.1.3, erratum 1690). */
export const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;
const LONGEST_LABEL = 63;
const LABEL_TOO_LONG = /[^.]{64}/;

// Characters that are invalid at each place: a dot at an edge or after another, in a domain a hyphen at the edge of a label, and
// characters. Beyond ASCII everything is text except blanks, controls, lone surrogates, invisible characters, and U+FFFD,
// which stands for what could not be decoded.
// Each expression looks at one character after the other and never goes back.
const NOT_LOCAL = /^\.|(?<=\.)\.|\.$|["(),:;<>@[\\\]\ufffd\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;
const NOT_DOMAIN = /^\.|(?<=\.)\.|\.$|(?<![^.])-|-(?![^.])|[!-,/:-@[-`{-~\ufffd\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;
/** A quoted string as far as it goes: RFC 5321 `qtextSMTP` and, in ASCII alone, `quoted-pairSMTP`. */
const QUOTED = /^"(?:[^"\\\ufffd\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}]| |\\[ -~])*/u;

/** A byte order mark is white space to JavaScript, but no one types it with the space bar. */
const BLANK = /[^\S\ufeff]/;

const refused = (text: string, at: number) => faulty(BLANK.test(text.charAt(at)) ? 'space' : 'format', at);

/** The index of the first character that ends beyond `limit` octets of UTF-8, or -1. */
function overflow(text: string, limit: number): number {
  // A unit is three octets at most: nearly every address is known to be short without counting.
  if (text.length * 3 <= limit) return -1;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(limit, 0)));
  return read < text.length ? read : -1;
}

/** The first fault of `part`, words with single dots between them, which begins at `start` of `text`. */
function dottedFault(text: string, start: number, part: string, forbidden: RegExp): FaultyAddress | undefined {
  const found = part.search(forbidden);
  const at = start + found;
  if (found < 0) return undefined;
  return text[at] === '.' ? faulty('dots', at) : refused(text, at);
}

/**
 * The first fault of the labels that go over the wire, which mapping may have made of other characters. An A-label is not in the text as
 * typed: the fault is put at the domain.
 */
function labelFault(asciiDomain: string, start: number, isAscii: boolean): FaultyAddress | undefined {
  if (!asciiDomain || NOT_DOMAIN.test(asciiDomain)) return faulty('format', start);
  const over = asciiDomain.search(LABEL_TOO_LONG);
  return over < 0 ? undefined : faulty('tooLong', isAscii ? start + over + LONGEST_LABEL : start);
}

/**
 * Reads an address as mail transport knows it (RFC 5321 §4.1.2, RFC 6531 §3.3): no comments, no folding, no trimming.
 * Several @ signs come before any other fault; of the rest the first in the text is named. Never throws.
 * The parser of address literals is a parameter, since a page that accepts none need not load it.
 */
export function parseMailbox(address: string, isLiteral: (domain: string) => boolean): ParsedAddress {
  if (address.length > LONGEST_READ) return faulty('tooLong', LONGEST_ADDRESS);
  const dotted = address.replace(JOINED, 'x');
  // What is allowed where it stands is a letter from here on.
  const text = withoutExtraDots(dotted);
  const opened = QUOTED.exec(text)?.[0].length ?? 0;
  const closed = text[opened] === '"' ? opened + 1 : 0;
  const at = text.indexOf('@', closed);
  const second = text.indexOf('@', at + 1);
  if (at >= 0 && second >= 0) return faulty('manyAt', second);

  const end = at < 0 ? text.length : at;
  let localFault: FaultyAddress | false | undefined;
  if (closed) localFault = closed < end && refused(text, closed);
  // The character that ended the quoted string, or was escaped there, is the fault; if none ended it, it was never closed.
  else if (opened && opened < text.length) localFault = refused(text, opened + Number(text[opened] === '\\'));
  else localFault = dottedFault(text, 0, text.slice(0, end), NOT_LOCAL);
  if (localFault) return localFault;
  if (at < 0) return faulty('noAt', end);
  if (!at) return faulty('noLocal', 0);
  const typed = address.slice(0, end);
  const localPart = text === dotted ? typed : `"${typed}"`;
  const over = overflow(localPart, LONGEST_LOCAL_PART);
  if (over >= 0) return faulty('tooLong', Math.min(over, end));

  const start = at + 1;
  const domain = address.slice(start);
  if (!domain) return faulty('noDomain', start);
  let asciiDomain = domain.toLowerCase();
  if (!isLiteral(domain)) {
    const fault = dottedFault(text, start, text.slice(start), NOT_DOMAIN);
    if (fault) return fault;
    const isAscii = !/[^\0-\x7f]/.test(domain);
    // The label at the end keeps the URL parser from reading numbers as an IPv4 address.
    if (!isAscii) asciiDomain = hostOf(`${domain}.a`).slice(0, -2);
    const wireFault = labelFault(asciiDomain, start, isAscii);
    if (wireFault) return wireFault;
  }
  // A domain over 253 octets is over the whole's limit with any local part.
  if (overflow(localPart, LONGEST_ADDRESS - 1 - asciiDomain.length) >= 0)
    return faulty('tooLong', Math.max(overflow(address, LONGEST_ADDRESS), start));
  return { ok: true, address, localPart, domain, asciiDomain };
}

/** Reads an address with a domain name alone: an address literal is a fault of format. */
export const parseNamedAddress = (text: string): ParsedAddress => parseMailbox(text, () => false);
