import type { CallEntry } from '../src/service/index.js';
import { keep } from './world/bounded-log.js';

/** How many calls are kept for pages that come later. */
const KEPT = 1000;

/** What the service told of its calls: the last thousand, and all later ones to those who follow. */
export interface CallLog {
  /** Oldest first. */
  readonly entries: () => readonly CallEntry[];
  readonly add: (entry: CallEntry) => void;
  /** Calls back with each later entry until the returned function is called. */
  readonly follow: (told: (entry: CallEntry) => void) => () => void;
}

/** An empty log. */
export const createCallLog = (): CallLog => {
  const kept: CallEntry[] = [];
  const followers = new Set<(entry: CallEntry) => void>();
  return {
    entries: () => [...kept],
    add(entry) {
      keep(kept, entry, KEPT);
      for (const told of followers) told(entry);
    },
    follow(told) {
      followers.add(told);
      return () => followers.delete(told);
    },
  };
};
