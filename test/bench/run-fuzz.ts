/**
 * A million texts through `parseAddress`: good addresses and their parts with something else put, left out or repeated at every
 * place, of every length from nothing to beyond every limit. In a process of its own.
 */
import { text } from 'node:stream/consumers';
import { parseAddress } from '../../src/address/index.js';

export interface FuzzTask {
  readonly texts: number;
  readonly seed: number;
}

export interface FuzzResult {
  readonly tried: number;
  /** Texts at which it threw, was wrong about where the fault is, or gave parts that do not make up the text; the first few. */
  readonly broken: readonly string[];
  readonly accepted: number;
  readonly milliseconds: number;
  /** The worst time for a text of 2n over that for one of n, over kinds of text, at legal lengths and far beyond. */
  readonly worstRatio: number;
  readonly worstText: string;
  /** For one text that is as long as is read at all, in milliseconds. */
  readonly longest: number;
}

const { texts, seed } = JSON.parse(await text(process.stdin)) as FuzzTask;

/** Marsaglia's xorshift: the same numbers each time. */
let state = seed;
const random = (below: number): number => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
};

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
const STEMS = ['a', 'é', '😀', 'a.', '"', '\\"', 'x-', '.', '@', '例', 'xn--a.', '1.', ':', '[IPv6:'];
const LENGTHS = [0, 1, 2, 8, 31, 62, 63, 64, 65, 100, 127, 189, 252, 253, 254, 255, 300, 499, 999, 1000, 1001, 5000];

const fill = (stem: string, length: number): string => stem.repeat(Math.ceil(length / stem.length)).slice(0, length);

/** A text of a legal form whose parts have a length each. */
const legal = (): string => {
  const local = fill('abcdefghij', 1 + random(64));
  const labels = Array.from({ length: 1 + random(4) }, () => fill('klmnopqrst', 1 + random(63)));
  return random(4) ? `${local}@${labels.join('.')}` : `"${local.slice(0, 62)}"@${labels.join('.')}`;
};

const illegal = (): string => {
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

const isSound = (address: string): boolean => {
  const parsed = parseAddress(address);
  if (!parsed.ok) return parsed.at >= 0 && parsed.at <= Math.max(address.length, 254);
  return `${parsed.localPart}@${parsed.domain}` === address && /^[\x21-\x7e]+$/.test(parsed.asciiDomain);
};

const broken: string[] = [];
let tried = 0;
let accepted = 0;
const tryOne = (address: string): void => {
  tried += 1;
  let isGood = false;
  try {
    isGood = isSound(address);
    accepted += Number(parseAddress(address).ok);
  } catch {
    isGood = false;
  }
  if (!isGood && broken.length < 10) broken.push(address.slice(0, 300));
};

/** Something put in, put over what stands there, or left out, at every place of a text. */
const tryEveryPlace = (address: string): void => {
  for (let at = 0; at <= address.length && tried < texts; at++) {
    const fault = FAULTS[random(FAULTS.length)]!;
    tryOne(address.slice(0, at) + fault + address.slice(at));
    tryOne(address.slice(0, at) + fault + address.slice(at + 1));
    tryOne(address.slice(0, at) + address.slice(at + 1));
  }
};

const since = performance.now();
while (tried < texts) tryEveryPlace(random(3) ? legal() : illegal());
const milliseconds = performance.now() - since;

const LONGEST_READ = 1_000;
/** A text that is refused unread takes next to no time: clocks need more of them. */
const repeatedFor = (text: string): number => (text.length > LONGEST_READ ? 20_000 : 200);
const ROUNDS = 15;

/** For one text, in milliseconds: the least of many rounds, since what else the machine does only adds. */
const timeOf = (address: string): number => {
  const repeated = repeatedFor(address);
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    for (let count = 0; count < repeated; count++) parseAddress(address);
    least = Math.min(least, performance.now() - begun);
  }
  return least / repeated;
};

const FRAMES = [
  ['', ''],
  ['"', '"@example.com'],
  ['a@', '.com'],
  ['é@', '.com'],
  ['a@[', ']'],
] as const;
/** Twice the first is the most that is legal, twice the others is far beyond what is read. */
const HALVES = [120, 5_000, 100_000];

let worstRatio = 0;
let worstText = '';
let longest = 0;
for (const stem of STEMS) {
  for (const [head, tail] of FRAMES) {
    const framed = (length: number): string => head + fill(stem, length) + tail;
    for (const half of HALVES) {
      const ratio = timeOf(framed(2 * half)) / timeOf(framed(half));
      if (ratio > worstRatio) [worstRatio, worstText] = [ratio, `${head}${stem}…${tail} of ${half}`];
    }
    longest = Math.max(longest, timeOf(framed(LONGEST_READ - head.length - tail.length)));
  }
}
process.stdout.write(
  JSON.stringify({ tried, broken, accepted, milliseconds, worstRatio, worstText, longest } satisfies FuzzResult),
);
