import { isProvider, mayGrow } from './domains.js';

const REMEMBERED_INTERVALS = 8;
const LONGEST_INTERVAL = 2000;

/** The last intervals between keys, in milliseconds, with one more. A longer one is a pause and says nothing of the pace. */
export const withInterval = (intervals: readonly number[], interval: number): readonly number[] =>
  interval > LONGEST_INTERVAL ? intervals : [...intervals.slice(1 - REMEMBERED_INTERVALS), interval];

/**
 * How long to wait after a key before the address counts as finished, in milliseconds. The quiet time follows the person (the
 * median of the last intervals between keys) and the domain, in lower-case A-labels: a big provider's whole domain is asked about soon, one that
 * may still grow (`.co`, `yahoo.com`) late.
 */
export const quietTime = (intervals: readonly number[], domain: string, debounce: number): number => {
  const pace = [...intervals].sort((a, b) => a - b)[intervals.length >> 1] ?? 0;
  const isGrowing = mayGrow(domain);
  if (!isGrowing && isProvider(domain)) return Math.max(300, 0.8 * pace);
  const wait = Math.min(2.5 * pace, 1800);
  // 0 would end the wait.
  return Math.max(1, debounce, isGrowing ? Math.min(2.5 * wait, 2700) : wait);
};
