import type { Contacts } from './accounts/index.js';
import type { Lists } from './bulk/lists.js';
import { startRetention } from './retention.js';

/** What is deleted in time, and when. */
export interface DeletionOptions {
  readonly contacts: Contacts;
  readonly lists: Lists;
  /** Contacts imported more days ago than this are deleted; none if absent. */
  readonly retain?: number | undefined;
  /** Lists that ended more days ago than this, or than `retain`, are deleted with their results; none if both are absent. */
  readonly retainLists?: number | undefined;
  /** Whether the clock may be gone by; what is old waits until it may. */
  readonly mayDelete: () => Promise<boolean>;
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Deletes now and each hour what has been kept long enough. Gives what stops it, which resolves when nothing is being deleted. */
export const startDeletions = ({
  contacts,
  lists,
  retain = Infinity,
  retainLists = Infinity,
  mayDelete,
  onFault,
}: DeletionOptions): (() => Promise<void>) => {
  const rules: readonly (readonly [days: number, sweep: (days: number) => Promise<unknown>])[] = [
    [retain, (days) => contacts.forgetOlderThan(days)],
    [
      Math.min(retain, retainLists),
      (days) => lists.cancelPausedOlderThan(days).then(() => lists.forgetOlderThan(days)),
    ],
  ];
  const ends = rules
    .filter(([days]) => days < Infinity)
    .map(([days, sweep]) => startRetention({ sweep: async () => (await mayDelete()) && sweep(days), onFault }));
  return async () => {
    for (const end of ends) await end();
  };
};
