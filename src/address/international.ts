import { faulty, type FaultyAddress, type WellFormedAddress } from './faults.js';
import { PARTED } from './joining-types.js';
import { decodePunycode } from './punycode.js';

/**
 * The rules for addresses beyond ASCII that need tables or that URL parsers leave out (RFC 5891 §4.2.3 and §5.4, RFC 5892 appendix A, RFC 5893):
 * for the service. Pages do without, and accept a little more.
 */

/** Canonical order puts a virama, whose class is 9, between a mark of class 8 and one of class 10, and nothing else but these two themselves. */
const isVirama = (mark: string): boolean =>
  !/[\u05b0\u3099]/.test(mark) && `\u05b0${mark}\u3099`.normalize('NFD') === `\u3099${mark}\u05b0`;

/** The index of the first joiner of a text that is not in its context (RFC 5892 appendices A.1 and A.2), or -1. */
function strayJoiner(text: string): number {
  if (!/[\u200c\u200d]/.test(text)) return -1;
  const parted = new Set(Array.from(text.matchAll(PARTED), ({ index }) => index));
  for (const { 0: found, index } of text.matchAll(/\p{M}?[\u200c\u200d]/gu)) {
    const mark = found.slice(0, -1);
    const at = index + mark.length;
    if (!parted.has(at) && !(mark && isVirama(mark))) return at;
  }
  return -1;
}

/** Characters that a label may have only in certain contexts, found outside of these (RFC 5892 appendices A.3 to A.6). */
const OUT_OF_CONTEXT = /(?<!l)\u00b7|\u00b7(?!l)|\u0375(?!\p{Script=Greek})|(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u;

const isInContext = (label: string): boolean =>
  strayJoiner(label) < 0 &&
  !OUT_OF_CONTEXT.test(label) &&
  // Appendices A.7, A.8 and A.9.
  (!label.includes('\u30fb') || /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label)) &&
  !(/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label));

// The classes of characters that RFC 5893 §2 speaks of, as far as they are in labels. Marks (NSM) go with what stands before them.
const ARABIC_DIGITS = String.raw`\u0660-\u0669\u06dd\u08e2\u{10d30}-\u{10d39}\u{10e60}-\u{10e7e}`;
const EUROPEAN_DIGITS = String.raw`\d\u06f0-\u06f9`;
const RIGHT_TO_LEFT = String.raw`\u05be-\u065f\u066d-\u06dc\u06de-\u06ef\u06fa-\u08e1\u08e3-\u08ff\u{10800}-\u{10d2f}\u{10d3a}-\u{10e5f}\u{10e7f}-\u{10fff}\u{1e800}-\u{1efff}`;
const IS_BIDI = new RegExp(`[${RIGHT_TO_LEFT}${ARABIC_DIGITS}]`, 'u');
const IS_RIGHT_TO_LEFT = new RegExp(
  `^[${RIGHT_TO_LEFT}](?:.*[${RIGHT_TO_LEFT}${ARABIC_DIGITS}${EUROPEAN_DIGITS}])?$`,
  'u',
);
const HAS_ARABIC_DIGIT = new RegExp(`[${ARABIC_DIGITS}]`, 'u');
const HAS_EUROPEAN_DIGIT = new RegExp(`[${EUROPEAN_DIGITS}]`, 'u');
const HAS_LEFT_TO_RIGHT = new RegExp(
  `(?![${RIGHT_TO_LEFT}${ARABIC_DIGITS}${EUROPEAN_DIGITS}])[\\p{L}\\p{Mc}\\p{Nd}]`,
  'u',
);

const withoutMarks = (label: string): string => label.replace(/[\p{Mn}\p{Me}\u200c\u200d]/gu, '');

/** Whether a label may stand in a domain that has right-to-left labels (RFC 5893 §2). */
function isDirected(label: string): boolean {
  const letters = withoutMarks(label);
  if (!IS_BIDI.test(letters)) return /^(?:\p{L}|\p{Mc})(?:.*[\p{L}\p{Mc}\p{N}])?$/u.test(letters);
  return (
    IS_RIGHT_TO_LEFT.test(letters) &&
    !HAS_LEFT_TO_RIGHT.test(letters) &&
    !(HAS_ARABIC_DIGIT.test(letters) && HAS_EUROPEAN_DIGIT.test(letters))
  );
}

/** Whether a text beyond ASCII may be what an A-label stands for (RFC 5891 §4.2.3), its direction apart. Unassigned characters are not looked for: they may be assigned by now. */
const isUnicodeLabel = (label: string): boolean =>
  label.normalize('NFKC') === label &&
  // Cherokee has its capitals in Unicode since before its small letters.
  !/(?!\p{Script=Cherokee})\p{Lu}|(?![\u200c\u200d])[\ufffd\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u.test(label) &&
  !/^[-\p{M}]|-$|^..--/u.test(label) &&
  // Signs that are a mark on one of ASCII (UTS 46 §4, UseSTD3ASCIIRules).
  !/[<=>]/.test(label.normalize('NFD')) &&
  isInContext(label);

const NON_ASCII = /[^\0-\x7f]/;

function isDomain(domain: string, asciiDomain: string): boolean {
  const isTyped = !NON_ASCII.test(domain);
  const asTyped = new Set(domain.toLowerCase().split(/[.\u3002\uff0e\uff61]/));
  const labels = asciiDomain.split('.').map((label) => ({
    label,
    read: label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label,
  }));
  const isBidi = labels.some(({ read = '' }) => IS_BIDI.test(withoutMarks(read)));
  return labels.every(({ label, read }) => {
    if (read === undefined) return false;
    // A label that was typed in ASCII is a matter of its zone; one that came of other characters has to be one of IDNA.
    if (read === label) return asTyped.has(label) ? isTyped || !isBidi || isDirected(read) : !/^..--/.test(label);
    return isUnicodeLabel(read) && (!isBidi || isDirected(read));
  });
}

/** The first fault of an address by the rules above. A fault of the domain is put at its start. */
export function internationalFault({
  address,
  localPart,
  domain,
  asciiDomain,
}: WellFormedAddress): FaultyAddress | undefined {
  // Nearly every address is of ASCII.
  if (!NON_ASCII.test(address) && !asciiDomain.includes('xn--')) return undefined;
  const stray = strayJoiner(localPart);
  if (stray >= 0) return faulty('format', stray);
  return isDomain(domain, asciiDomain) ? undefined : faulty('format', address.length - domain.length);
}
