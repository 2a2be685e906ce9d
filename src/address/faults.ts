/**
 * The faults that an address can have; each has its own message:
 * - `noAt`, `noLocal`, `noDomain`: the @ sign, or the part before or after it, is missing;
 * - `manyAt`: more than one @ sign outside a quoted local part;
 * - `space`: a space, tab, line end or other blank;
 * - `dots`: a dot at the start or end of either part, or two in a row;
 * - `tooLong`: over a limit of RFC 5321 §4.5.3.1 (erratum 1690): 64 octets before the @, 63 a label, 254 in all;
 * - `format`: anything else that RFC 5321 §4.1.2 and RFC 6531 §3.3 do not allow.
 */
export type Fault = 'noAt' | 'noLocal' | 'noDomain' | 'manyAt' | 'space' | 'dots' | 'tooLong' | 'format';

/** A text that is not an address: its first fault, and the UTF-16 index of the character at fault (`text.length` if something is missing at the end). */
export interface FaultyAddress {
  readonly ok: false;
  readonly fault: Fault;
  readonly at: number;
}

/** A text that is an address (RFC 5321 §4.1.2 `Mailbox`, RFC 6531 §3.3), in its parts. */
export interface WellFormedAddress {
  readonly ok: true;
  /** The text as it was given. */
  readonly address: string;
  /**
   * The local part as typed; a quoted string keeps its quotes. One with dots that only a telephone company's old addresses have is in quotes
   * (`"a..b"` for `a..b@docomo.ne.jp`), as mail transport needs it.
   */
  readonly localPart: string;
  /** The domain as typed; an address literal keeps its brackets. */
  readonly domain: string;
  /** The domain in lower case, its non-ASCII labels as A-labels (UTS 46). */
  readonly asciiDomain: string;
}

/** The result of `parseAddress`: the parts of an address, or the first fault. */
export type ParsedAddress = WellFormedAddress | FaultyAddress;

export const faulty = (fault: Fault, at: number): FaultyAddress => ({ ok: false, fault, at });
