import type { ListedState, ListInfo } from '../../../wire/console/index.js';

/** What can be done with a list. */
export type ListAction = 'start' | 'pause' | 'resume' | 'cancel';

const actionsByState: Readonly<Record<ListedState, readonly ListAction[]>> = {
  draft: ['start', 'cancel'],
  queued: ['pause', 'cancel'],
  running: ['pause', 'cancel'],
  waiting: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** What can be done with a list. One that did not come through the console can only be cancelled. */
export const actionsOf = ({ state, isFromConsole }: Pick<ListInfo, 'state' | 'isFromConsole'>): readonly ListAction[] =>
  actionsByState[state].filter((action) => isFromConsole || action === 'cancel');

/** Whether nothing changes any more. */
export const hasEnded = (state: ListedState): boolean => actionsByState[state].length === 0;

/** Whether it has results to download. */
export const hasResults = ({ state, done }: Pick<ListInfo, 'state' | 'done'>): boolean =>
  done > 0 || state === 'completed';

/** The share of its addresses that have their verdict, 0 to 1. */
export const shareDone = ({ addresses, done }: Pick<ListInfo, 'addresses' | 'done'>): number =>
  addresses ? Math.min(done / addresses, 1) : 0;

/** While a list runs, and while one waits for what somebody does elsewhere. In milliseconds. */
const RUNNING = 1_000;
const WAITING = 10_000;
/** After a call that failed. */
export const FAILED_POLL = 3_000;

/** The time until lists are asked for again, in milliseconds; `undefined` if none of them changes by itself. */
export const pollDelay = (states: readonly ListedState[]): number | undefined => {
  if (states.some((state) => state === 'running' || state === 'queued')) return RUNNING;
  return states.includes('waiting') ? WAITING : undefined;
};
