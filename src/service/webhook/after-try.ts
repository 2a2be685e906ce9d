import { webFailures, type WebFailure } from '../net/web-error.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds from each try that failed to the next one: about a day in all. */
export const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1 * HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR, 8 * HOUR],
];
/** Milliseconds that a receiver may put the next try off. */
const LONGEST_WAIT = 8 * HOUR;
/** A delay is up to this share longer or shorter, so that receivers are not met by all events at once. */
const JITTER = 0.2;
/** Characters of what is kept of an answer. */
const ANSWER_CHARACTERS = 200;

/** How a receiver answered, or why it did not. */
export type TryResult =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly failure: WebFailure }
  | { readonly fault: string };

/** What comes of a try. */
export interface TryOutcome {
  readonly outcome: 'delivered' | 'failed' | 'given-up';
  /** A status, or a sentence for the account's owner: at most 200 characters. */
  readonly answer: string;
  /** Milliseconds since 1970; absent unless it is tried again. */
  readonly nextAt?: number;
  /** Whether the service was stopped before the receiver answered: such a try does not count. */
  readonly isCut?: boolean;
}

/** The same words for a host without an address and for an internal one, so that nobody outside finds out which internal names exist. */
const NO_PUBLIC_HOST =
  'The host of the URL has no public address in the DNS, or its name servers did not answer: check its spelling.';

const failureWords: Readonly<Partial<Record<WebFailure, string>>> = {
  'no-address': NO_PUBLIC_HOST,
  forbidden: NO_PUBLIC_HOST,
  timeout: 'The server did not answer in time: have it answer first, and do its work after that.',
  broken: 'The server closed the connection without an answer, or its answer is not HTTP: look into its log.',
  insecure: 'The URL does not begin with https://: set another.',
  aborted: 'The service was stopped meanwhile: the event is sent again.',
};

const statusWords = (status: number): string => {
  if (status === 410) return 'Status 410: the receiver does not want this event, and it is not sent again.';
  return status >= 300 && status < 400
    ? `Status ${status}: a redirect is not followed. Set the URL that it leads to.`
    : `Status ${status}`;
};

const answerOf = (result: TryResult): string => {
  if ('status' in result) return statusWords(result.status);
  return 'fault' in result ? result.fault : (failureWords[result.failure] ?? webFailures[result.failure]);
};

/** Milliseconds that a receiver asks to wait (RFC 9110 §10.2.3), at most `LONGEST_WAIT`; 0 if it asks for nothing. */
const askedWait = (retryAfter: string | undefined, now: number): number => {
  const text = retryAfter?.slice(0, 40).trim() ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_WAIT);
};

/**
 * Decides what comes of a try: only a 2xx status is a delivery, 410 ends the delivery at once, and everything else is tried again until
 * `delays` are over, not before the receiver asks for it.
 * @param tries number of tries, this one included
 * @param random from 0 to below 1
 */
export const afterTry = (
  result: TryResult,
  {
    tries,
    now,
    random,
    delays = RETRY_DELAYS,
  }: {
    readonly tries: number;
    readonly now: number;
    readonly random: number;
    readonly delays?: readonly number[] | undefined;
  },
): TryOutcome => {
  const answer = answerOf(result).slice(0, ANSWER_CHARACTERS);
  const status = 'status' in result ? result.status : 0;
  if (status >= 200 && status < 300) return { outcome: 'delivered', answer };
  if ('failure' in result && result.failure === 'aborted')
    return { outcome: 'failed', answer, nextAt: now, isCut: true };
  const delay = delays[tries - 1];
  if (status === 410 || delay === undefined) return { outcome: 'given-up', answer };
  const wait = delay * (1 + JITTER * (2 * random - 1));
  const asked = 'status' in result ? askedWait(result.retryAfter, now) : 0;
  return { outcome: 'failed', answer, nextAt: Math.round(now + Math.max(wait, asked)) };
};
