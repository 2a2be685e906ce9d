import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { print, type Figure } from './figures.js';

/** What a command measures, by the name that `--only` takes; each so many times, for the median. */
export type Parts = Readonly<Record<string, (runs: number) => Promise<Figure[]>>>;

/** What the command line asks for: `--only` some parts, `--runs` so often. One that cannot be followed ends the process. */
export const readWanted = (
  parts: readonly string[],
  usualRuns: number,
): { readonly wanted: readonly string[]; readonly runs: number } => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, runs: { type: 'string', default: String(usualRuns) } },
  });
  const wanted = values.only?.split(',') ?? parts;
  const runs = Number(values.runs);
  if (wanted.every((part) => parts.includes(part)) && Number.isInteger(runs) && runs >= 1) return { wanted, runs };
  console.error(`Write --only with some of ${parts.join(',')}, and --runs with a whole number from 1.`);
  process.exit(2);
};

/** Measures one part after the other and prints its figures. */
export const runParts = async (parts: Parts, { wanted, runs }: ReturnType<typeof readWanted>): Promise<void> => {
  for (const part of wanted) {
    console.log(`\n${part} (load of the machine before: ${loadavg()[0]?.toFixed(1)})`);
    print((await parts[part]?.(runs)) ?? []);
  }
};
