import { LONGEST_DELAY } from '../linear/delay.js';
import { runChild } from './child.js';
import type { Figure } from './figures.js';
import type { HostileResult } from './run-hostile.js';

/** What the most that strangers can send costs all others. */
export const measureHostile = async (): Promise<Figure[]> => {
  const results = await runChild<HostileResult[]>('run-hostile.ts', {});
  return results.map(({ name, milliseconds, delay, text }) => ({
    what: `how long others wait while hostile texts are read: ${name}`,
    figure: delay,
    unit: 'ms',
    digits: 1,
    atMost: LONGEST_DELAY,
    said: `${text}; the dearest takes ${milliseconds.toFixed(0)} ms in all`,
  }));
};
