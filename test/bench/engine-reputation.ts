import { runChild } from './child.js';
import { median, type Figure } from './figures.js';
import type { ReputationResult } from './run-reputation.js';

const MEGABYTE = 1_000_000;

/** What the lists cost at start. */
export const measureReputation = async (runs: number): Promise<Figure[]> => {
  const results: ReputationResult[] = [];
  for (let run = 0; run < runs; run++)
    results.push(await runChild<ReputationResult>('run-reputation.ts', {}, { flags: ['--expose-gc'] }));
  const isLoaded = results.every(({ isKnown }) => isKnown);
  return [
    {
      what: 'loading the lists of domains and names',
      figure: isLoaded ? median(results.map(({ milliseconds }) => milliseconds)) : undefined,
      unit: 'ms',
      atMost: 150,
    },
    {
      what: 'the memory that they take',
      figure: median(results.map(({ bytes }) => bytes / MEGABYTE)),
      unit: 'MB',
      digits: 1,
      atMost: 40,
    },
  ];
};
