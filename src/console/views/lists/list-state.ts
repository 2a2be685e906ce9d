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

/** Whether its results can be downloaded: once it has ended with some. */
export const hasFile = ({ state, done }: Pick<ListInfo, 'state' | 'done'>): boolean =>
  state === 'completed' || (state === 'cancelled' && done > 0);

/** Whether it was discarded before anything was done: nobody looks for such a list again. */
export const isDiscarded = ({
  state,
  done,
  isFromConsole,
}: Pick<ListInfo, 'state' | 'done' | 'isFromConsole'>): boolean => state === 'cancelled' && done === 0 && isFromConsole;

/** While a list runs, and while one waits for what somebody does elsewhere. In milliseconds. */
const RUNNING = 1_000;
const WAITING = 10_000;
/** After a call that failed. */
export const FAILED_POLL = 3_000;

/** The time until lists are asked for again, in milliseconds; `undefined` if none of them changes by itself, and all that is shown is counted. */
export const pollDelay = (states: readonly ListedState[], isCounted = true): number | undefined => {
  if (!isCounted || states.some((state) => state === 'running' || state === 'queued')) return RUNNING;
  return states.includes('waiting') ? WAITING : undefined;
};
