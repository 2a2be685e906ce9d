import { parseAddress } from '../../src/address/index.js';

/** Pieces that texts are made of. */
export const STEMS = ['a', 'é', '😀', 'a.', '"', '\\"', 'x-', '.', '@', '例', 'xn--a.', '1.', ':', '[IPv6:'];

const FAULTS = [
  '@',
  '.',
  '..',
  ' ',
  '"',
  '\\',
  '(',
  ')',
  '<',
  '>',
  ',',
  ';',
  ':',
  '[',
  ']',
  '-',
  '_',
  '\0',
  '\r\n',
  '\t',
  '\x7f',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ud800',
  '\udc00',
  '😀',
  'é',
  'ß',
  'İ',
  '。',
  '％',
  'xn--',
  '[127.0.0.1]',
  '[IPv6:::1]',
  '\ufeff',
  '\u{e0041}',
  'ａ',
  '\u0301',
  '\u05d0',
];
const LENGTHS = [0, 1, 2, 8, 31, 62, 63, 64, 65, 100, 127, 189, 252, 253, 254, 255, 300, 499, 999, 1000, 1001, 5000];

export const fill = (stem: string, length: number): string =>
  stem.repeat(Math.ceil(length / stem.length)).slice(0, length);

/** A number of 0 or more, and below `below`. */
type Random = (below: number) => number;

/** A text of a legal form whose parts have a length each. */
const legal = (random: Random): string => {
  const local = fill('abcdefghij', 1 + random(64));
  const labels = Array.from({ length: 1 + random(4) }, () => fill('klmnopqrst', 1 + random(63)));
  return random(4) ? `${local}@${labels.join('.')}` : `"${local.slice(0, 62)}"@${labels.join('.')}`;
};

const illegal = (random: Random): string => {
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const [length, stem] = [pick(LENGTHS), pick(STEMS)];
  return pick([
    fill(stem, length),
    `${fill(stem, length)}@example.com`,
    `a@${fill(stem, length)}`,
    `"${fill(stem, length)}"@example.com`,
    `a@[${fill(stem, length)}]`,
  ]);
};

/** Something put in, put over what stands there, or left out, at every place of a text. */
function* spoiled(address: string, random: Random): Generator<string> {
  for (let at = 0; at <= address.length; at++) {
    const fault = FAULTS[random(FAULTS.length)]!;
    yield address.slice(0, at) + fault + address.slice(at);
    yield address.slice(0, at) + fault + address.slice(at + 1);
    yield address.slice(0, at) + address.slice(at + 1);
  }
}

/**
 * Good addresses and their parts with something else put, left out or repeated at every place, of every length from nothing to
 * beyond every limit.
 */
export function* hostileTexts(count: number, random: Random): Generator<string> {
  let made = 0;
  while (made < count) {
    for (const text of spoiled(random(3) ? legal(random) : illegal(random), random)) {
      if (made++ === count) return;
      yield text;
    }
  }
}

/** Whether the parser reads a text without an exception, and its parts make it up; or it names a place of the text that is wrong. */
export const isSound = (address: string): boolean => {
  const parsed = parseAddress(address);
  if (!parsed.ok) return parsed.at >= 0 && parsed.at <= Math.max(address.length, 254);
  return `${parsed.localPart}@${parsed.domain}` === address && /^[\x21-\x7e]+$/.test(parsed.asciiDomain);
};
