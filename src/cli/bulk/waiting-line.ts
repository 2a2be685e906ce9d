import type { ListStatus } from '../../client/index.js';
import { asTime, bar } from '../check/progress.js';

/** The progress of a list, and how long the command has waited. */
export interface WaitingState {
  readonly status: Pick<ListStatus, 'status' | 'percentage' | 'reason'>;
  /** Milliseconds since the waiting began. */
  readonly milliseconds: number;
  /** Percent a second; `undefined` while it is unknown. */
  readonly rate: number | undefined;
}

/** The state in words, and what the list waits for. */
export const stateWords = ({ status, reason }: WaitingState['status']): string =>
  reason ? `${status}: ${reason}` : status;

/**
 * Returns one line of at most `width` characters: a bar, the percentage, the elapsed time, the remaining time if known,
 * and the state.
 */
export const waitingLine = ({ status, milliseconds, rate }: WaitingState, width: number): string => {
  const { percentage } = status;
  // A list that waits for credits continues when someone adds credits: that time is unknown.
  const left =
    rate && status.status === 'processing' && !status.reason ? [`${asTime((100 - percentage) / rate)} left`] : [];
  const line = [
    `${Math.floor(percentage)} %`,
    asTime(Math.floor(milliseconds / 1_000)),
    ...left,
    stateWords(status),
  ].join('  ');
  return `${bar(percentage / 100, width - line.length)}${line}`.slice(0, width);
};
