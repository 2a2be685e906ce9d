import type { Result } from '../../../src/wire/index.js';

/** First words of addresses, by which the engine of the tests gives its verdicts, as often as they come. */
const verdicts: readonly (readonly [word: string, result: Result])[] = [
  ['deliverable', 'Safe to Send'],
  ['bounce', 'Invalid'],
  ['deliverable', 'Safe to Send'],
  ['unknown', 'Unknown'],
  ['deliverable', 'Safe to Send'],
  ['accept-all', 'Risky'],
  ['disposable', 'Invalid'],
];
/** Most domains come several times, as in people's lists. */
const DOMAINS = 1_000;

/** An address and the verdict that it will have. */
export interface Expected {
  readonly email: string;
  readonly result: Result;
}

/** A file with so many addresses, each once, in the second of three columns. */
export const mixedList = (count: number): { readonly file: string; readonly expected: readonly Expected[] } => {
  const expected = Array.from({ length: count }, (_, at) => {
    const [word, result] = verdicts[at % verdicts.length]!;
    const domain = at % 50 === 0 ? `alone-${at}` : `shop-${at % DOMAINS}`;
    return { email: `${word}-${at}@${domain}.example`, result };
  });
  const rows = expected.map(({ email }, at) => `Person ${at},${email},Köln\n`);
  return { file: `name,email,city\n${rows.join('')}`, expected };
};

/** The addresses and results of a file of results, in its order. */
export const resultsIn = (file: string): readonly Expected[] => {
  const [head, ...rows] = file.trimEnd().split('\r\n');
  if (!head?.startsWith('email,result,')) throw new Error(`The file begins with ${head}.`);
  return rows.map((row) => {
    const [email = '', result = ''] = row.split(',');
    return { email, result: result as Result };
  });
};
