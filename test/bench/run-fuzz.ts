/**
 * A million texts through `parseAddress`: good addresses and their parts with something else put, left out or repeated at every
 * place, of every length from nothing to beyond every limit. In a process of its own.
 */
import { text } from 'node:stream/consumers';
import { parseAddress } from '../../src/address/index.js';
import { fill, hostileTexts, isSound, STEMS } from '../address/hostile-texts.js';

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

const since = performance.now();
for (const address of hostileTexts(texts, random)) tryOne(address);
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
