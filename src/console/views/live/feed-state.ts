import { FEED_ENTRIES, type FeedEntry, type FeedInfo } from '../../../wire/console/index.js';

/** What the view knows of the calls. All lists have the newest first. */
export interface FeedState {
  readonly entries: readonly FeedEntry[];
  /** Those that came while the feed was paused. */
  readonly held: readonly FeedEntry[];
  readonly isPaused: boolean;
  /** The number to ask after next. */
  readonly last: number;
  /** Entries after this number came while the view was open. */
  readonly seen: number;
}

/** Which calls are shown. */
export type FeedFilter = 'all' | 'refused';

/** Maximum number of calls in the page. */
export const SHOWN_ENTRIES = 100;

export const emptyFeed: FeedState = { entries: [], held: [], isPaused: false, last: 0, seen: 0 };

const merged = (newer: readonly FeedEntry[], older: readonly FeedEntry[]): readonly FeedEntry[] =>
  [...newer, ...older].slice(0, FEED_ENTRIES);

/**
 * Takes in an answer. A service that was started anew counts from 1 again: then all that it has is asked for next. `isHeld`: the page holds
 * still for now, as if paused.
 */
export const withAnswer = (state: FeedState, { entries, last }: FeedInfo, isHeld = false): FeedState => {
  if (last < state.last) return { ...state, last: 0, seen: 0 };
  const newer = [...entries].reverse();
  if (state.isPaused || isHeld) return { ...state, last, held: merged(newer, state.held) };
  return { ...state, last, entries: merged([...newer, ...state.held], state.entries), held: [] };
};

/** The feed as it was found first: nothing in it is new. */
export const startedWith = (info: FeedInfo): FeedState => ({ ...withAnswer(emptyFeed, info), seen: info.last });

export const paused = (state: FeedState): FeedState => ({ ...state, isPaused: true });

export const resumed = (state: FeedState): FeedState => ({
  ...{ ...state, isPaused: false, held: [] },
  entries: merged(state.held, state.entries),
});

/** Whether a call was not carried out. */
export const isRefused = ({ status }: FeedEntry): boolean => status >= 400;

/** The calls to show. */
export const shownOf = ({ entries }: FeedState, filter: FeedFilter): readonly FeedEntry[] =>
  (filter === 'all' ? entries : entries.filter(isRefused)).slice(0, SHOWN_ENTRIES);

/** What an approval is remembered by: the same origin is often refused many times. */
export const approvalOf = ({ account, key, origin }: FeedEntry): string => `${account} ${key} ${origin}`;
