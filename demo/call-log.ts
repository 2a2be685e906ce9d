import type { CallEntry } from '../src/service/index.js';
import { keep } from './world/bounded-log.js';

/** How many calls are kept for pages that come later. */
const KEPT = 1000;

/** A log of the service's calls. It keeps the last thousand, and passes each new one to its followers. */
export interface CallLog {
  /** Oldest first. */
  readonly entries: () => readonly CallEntry[];
  readonly add: (entry: CallEntry) => void;
  /** Calls back with each later entry until the returned function is called. */
  readonly follow: (onEntry: (entry: CallEntry) => void) => () => void;
}

/** An empty log. */
export const createCallLog = (): CallLog => {
  const kept: CallEntry[] = [];
  const followers = new Set<(entry: CallEntry) => void>();
  return {
    entries: () => [...kept],
    add(entry) {
      keep(kept, entry, KEPT);
      for (const onEntry of followers) onEntry(entry);
    },
    follow(onEntry) {
      followers.add(onEntry);
      return () => followers.delete(onEntry);
    },
  };
};
