import { runChild } from './child.js';
import type { Figure } from './figures.js';
import type { FuzzResult, FuzzTask } from './run-fuzz.js';

const TEXTS = 1_000_000;
/** Of a process; `FUZZ_SEED` names another. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260);
/** Twice the length may cost twice the time and what clocks add; work that grows with the square would cost four times. */
const LINEAR = 3;
/** Beyond what is legal the platform's reading of a long non-ASCII label grows with its square, until nothing is read at all. */
const LONGEST_MS = 1;

/** Whether reading an address ever throws, loses part of a text or takes more than its share of time. */
export const measureFuzz = async (): Promise<Figure[]> => {
  const { tried, broken, accepted, milliseconds, worstRatio, worstText, longest } = await runChild<FuzzResult>(
    'run-fuzz.ts',
    { texts: TEXTS, seed: SEED } satisfies FuzzTask,
  );
  for (const text of broken) console.log(`broken: ${JSON.stringify(text)}`);
  return [
    {
      what: 'texts through parseAddress',
      figure: tried,
      unit: '',
      atLeast: TEXTS,
      said: `${accepted} are addresses; ${(tried / milliseconds).toFixed(0)} a millisecond; seed ${SEED}`,
    },
    { what: 'texts at which it threw, or was wrong about their parts', figure: broken.length, unit: '', atMost: 0 },
    {
      what: 'worst time at 2n over the time at n',
      figure: worstRatio,
      unit: '×',
      digits: 2,
      atMost: LINEAR,
      said: `${JSON.stringify(worstText)}`,
    },
    {
      what: 'the dearest text of the longest that is read',
      figure: longest,
      unit: 'ms',
      digits: 3,
      atMost: LONGEST_MS,
    },
  ];
};
