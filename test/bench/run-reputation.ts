/** What loading the lists costs a process that has done nothing before. */
import { readFileSync } from 'node:fs';
import { loadReputation } from '../../src/service/reputation/index.js';

export interface ReputationResult {
  readonly milliseconds: number;
  /** Memory that stays, in bytes, outside the heap too. */
  readonly bytes: number;
  /** A domain from the end of the list, so that all of it was read. */
  readonly isKnown: boolean;
}

const settle = (): number => {
  global.gc?.();
  return process.memoryUsage.rss();
};
readFileSync(new URL(import.meta.url));
const before = settle();
const since = performance.now();
const reputation = loadReputation();
const isKnown = reputation.isDisposable('mailinator.com');
const milliseconds = performance.now() - since;
process.stdout.write(JSON.stringify({ milliseconds, bytes: settle() - before, isKnown } satisfies ReputationResult));
