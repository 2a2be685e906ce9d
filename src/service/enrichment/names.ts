import { isNameless } from './nameless-words.js';
import type { Fields } from './provider.js';

/** Family-name particles, kept in lower case (`van Gogh`). They count only between two other words: some are given names too. */
const PARTICLES: ReadonlySet<string> = new Set(
  'af al av bin da das de del della den der di do dos du el ibn la le ten ter van von zu zum zur'.split(' '),
);

/**
 * Scripts in which an address has the given name first. In Chinese, Japanese and Korean the family name may come first or last, and nothing
 * in the address tells.
 */
const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Devanagari'];

/** A word of one script: letters and their marks, with single hyphens and apostrophes within. A word of two scripts is a disguise. */
const WORDS = SCRIPTS.map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{M}]+(?:['’-][\\p{Script=${script}}\\p{M}]+)*$`, 'u'),
);

const LATIN = /\p{Script=Latin}/u;
const LATIN_VOWEL = /[aeiouyæœøı]/i;
const LETTER = /\p{L}/gu;
/** A year or number that was added to make the address unique. */
const DIGITS_AT_END = /\d{1,4}$/;
const LONGEST_WORD = 40;
const PARTS = { least: 2, most: 5 };

const lettersIn = (word: string): number => word.match(LETTER)?.length ?? 0;

/** `Jean-Luc`, `O'Brien`; a word typed in mixed case is kept (`McDonald`). */
const asName = (word: string): string => {
  const small = word.toLowerCase();
  const isTypedAsName = word !== small && word !== word.toUpperCase() && word[0] === word[0]?.toUpperCase();
  return isTypedAsName ? word : small.replace(/(?<=^|['’-])\p{L}/gu, (letter) => letter.toUpperCase());
};

/** Letters without a vowel are an abbreviation or chance. */
const isPronounceable = (word: string): boolean =>
  !LATIN.test(word) || lettersIn(word) < 3 || LATIN_VOWEL.test(word.normalize('NFD'));

/** The words of a local part; none if it is not a sequence of words in one script. */
const wordsOf = (localPart: string): string[] => {
  // Drop the `+tag`.
  const plain = localPart.normalize('NFC').replace(/\+.*/su, '');
  const parted = plain.split(/[._]/u);
  const parts = parted.length === 1 ? plain.split('-') : parted;
  const whole = parts.length > PARTS.least && /^\d{1,4}$/u.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  const words = whole.map((part, index) => (index === whole.length - 1 ? part.replace(DIGITS_AT_END, '') : part));
  const isRow = words.length >= PARTS.least && words.length <= PARTS.most;
  const isOfOneScript = WORDS.some((word) => words.every((each) => word.test(each)));
  return isRow && isOfOneScript && words.every((word) => word.length <= LONGEST_WORD && isPronounceable(word))
    ? words
    : [];
};

const isInitial = (word: string): boolean => lettersIn(word) === 1;

/**
 * Infers a name from a local part: `john.smith` is John Smith, `j.smith` gives only a family name, and `jsmith`, `john` and `john.s` are not
 * reliable. Three full words give a full name only: which of them is the family name is unknown unless a particle (`van`) precedes it.
 * `isRole` tells whether a word names a role, such as `sales`.
 */
export const nameIn = (localPart: string, isRole: (word: string) => boolean): Fields => {
  const words = wordsOf(localPart);
  const [first = '', ...others] = words;
  const last = others.at(-1) ?? '';
  const middle = others.slice(0, -1);
  const isParticle = (word: string) => PARTICLES.has(word.toLowerCase());
  if (!first || isInitial(last) || isParticle(first) || isParticle(last)) return {};
  if (isRole(localPart) || words.some((word) => isRole(word) || isNameless(word))) return {};

  const at = middle.findIndex(isParticle);
  const given = at < 0 ? middle : middle.slice(0, at);
  const family = at < 0 ? [] : middle.slice(at);
  // A word after a particle that is not a particle itself may belong to either.
  if (!family.every(isParticle)) return {};
  const shown = (word: string) => (isInitial(word) ? `${word.toUpperCase()}.` : asName(word));
  const lastname = [...family.map((word) => word.toLowerCase()), asName(last)].join(' ');
  const fullname = [...[first, ...given].map(shown), lastname].join(' ');
  if (family.length === 0 && !given.every(isInitial)) return { fullname };
  return isInitial(first) ? { fullname, lastname } : { fullname, firstname: asName(first), lastname };
};
