import type { Contacts } from './accounts/index.js';
import type { Lists } from './bulk/index.js';
import { startRetention } from './retention.js';
import type { Webhooks } from './webhook/index.js';

/** The data that is deleted after some time, and when. */
export interface DeletionOptions {
  readonly contacts: Contacts;
  readonly lists: Lists;
  readonly webhooks: Webhooks;
  /** Contacts imported more days ago than this are deleted; none if absent. */
  readonly retain?: number | undefined;
  /** Lists that ended more days ago than this, or than `retain`, are deleted with their results; none if both are absent. */
  readonly retainLists?: number | undefined;
  /** Whether the clock can be trusted. Until then nothing is deleted. */
  readonly mayDelete: () => Promise<boolean>;
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** Events of webhooks are kept for so many days at most. */
const EVENT_DAYS = 30;

/** Deletes data whose retention time is over, now and each hour. Returns a function that stops it and waits for a running deletion. */
export const startDeletions = ({
  contacts,
  lists,
  webhooks,
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
    [Math.min(retain, EVENT_DAYS), (days) => webhooks.forgetOlderThan(days)],
  ];
  const ends = rules
    .filter(([days]) => days < Infinity)
    .map(([days, sweep]) => startRetention({ sweep: async () => (await mayDelete()) && sweep(days), onFault }));
  return async () => {
    for (const end of ends) await end();
  };
};
