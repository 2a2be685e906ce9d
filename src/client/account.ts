import { balanceCall, reverseCall, usageCall } from '../wire/calls.js';
import { decodeBalance, decodeReverse, decodeUsage } from '../wire/decode-account.js';
import type { Balance, ReverseLookup, Usage } from '../wire/results.js';
import type { Transport } from './transport.js';

/**
 * Finds data about the person behind an address. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const reverse = (transport: Transport, email: string): Promise<ReverseLookup> =>
  transport.ask(reverseCall, { email }, decodeReverse);

/**
 * Credits left on the account. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const balance = (transport: Transport): Promise<Balance> => transport.ask(balanceCall, {}, decodeBalance);

/** A day of UTC: a moment in it, YYYY-MM-DD, an ISO 8601 time, or YY-MM-DD as the interface writes it. */
export type Day = Date | string;

/** The first and last day of usage, both included. Not before 2020-08-14, not after today. */
export interface UsageDays {
  /** The first day; 29 days before `end` by default. That makes 30. */
  readonly start?: Day | undefined;
  /** The last day; today by default. */
  readonly end?: Day | undefined;
}

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;

/** A day as the interface writes it. An invalid day is left as it is: the service says what is wrong with it. */
const wireDayOf = (day: Day): string => {
  if (typeof day !== 'string') {
    if (Number.isNaN(day.getTime())) throw new TypeError('usage: a Date is invalid. Give a valid one.');
    return wireDayOf(day.toISOString());
  }
  const hasTime = /^\d{4}-\d\d-\d\dT/.test(day) && !Number.isNaN(Date.parse(day));
  const [date] = hasTime ? new Date(day).toISOString().split('T', 1) : [day];
  return date?.replace(/^20(?=\d\d-\d\d-\d\d$)/, '') ?? day;
};

/**
 * Returns the calls made between two days, the last 30 days by default. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError
 */
export const usage = async (
  transport: Transport,
  { start, end }: UsageDays = {},
  now: () => number = Date.now,
): Promise<Usage> => {
  const last = wireDayOf(end ?? new Date(now()));
  const lastAt = Date.parse(`20${last}T00:00:00Z`);
  const first = start ?? (Number.isNaN(lastAt) ? last : new Date(lastAt - (DEFAULT_DAYS - 1) * DAY));
  return transport.ask(usageCall, { start: wireDayOf(first), end: last }, decodeUsage);
};
