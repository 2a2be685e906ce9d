/** Hostile texts of every part that reads what strangers send, each as long as it may be, or 2 MB. In a process of its own. */
import { costOf } from '../linear/delay.js';
import { fillTo, scanners } from '../linear/scanners.js';

/** What the dearest text of one part cost, in milliseconds. */
export interface HostileResult {
  readonly name: string;
  readonly milliseconds: number;
  /** The longest that others had to wait for their turn. */
  readonly delay: number;
  /** The text that made them wait so long, by what it is made of. */
  readonly text: string;
}

const ROUNDS = 3;
/** Longer ones are measured once. */
const SHORT_MS = 200;
/** In bytes: a list may be ten times as long, and is read in the same turns. */
const LONGEST = 2_000_000;

const results: HostileResult[] = [];
for (const { name, cap, pieces, read } of scanners) {
  let worst: HostileResult = { name, milliseconds: 0, delay: -1, text: '' };
  for (const piece of pieces) {
    const text = fillTo(piece, Math.min(cap, LONGEST));
    // The least of some rounds: what else the machine does only adds.
    let [milliseconds, delay] = [Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round++) {
      const cost = await costOf(() => read(text));
      milliseconds = Math.min(milliseconds, cost.milliseconds);
      delay = Math.min(delay, cost.delay);
      if (milliseconds > SHORT_MS) break;
    }
    const dearest = Math.max(worst.milliseconds, milliseconds);
    worst = { ...(delay > worst.delay ? { name, delay, text: JSON.stringify(piece) } : worst), milliseconds: dearest };
  }
  results.push(worst);
}
process.stdout.write(JSON.stringify(results));
