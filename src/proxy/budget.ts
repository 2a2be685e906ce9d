import { ENRICHMENT_CREDITS, PHOTO_CREDITS, VALIDATION_CREDITS } from '../wire/index.js';
import type { Deadline } from './deadline.js';
import type { Limit } from './limiter.js';
import type { Settings } from './settings.js';
import { refused } from './refused.js';
import type { Parameters } from './read-request.js';

/** Calls of all kinds that one visitor may make in a minute: logos and detector questions come with each validation. */
const BURST: Limit = { most: 120, seconds: 60 };
const DAY_SECONDS = 86_400;

interface CountingOptions extends Pick<Settings, 'limiter' | 'onError'> {
  readonly deadline: Deadline;
}

/**
 * Counts, or ends the call: a call that cannot be counted must not spend credits. @throws RefusedError if the limiter
 * fails
 */
const count = async (
  { limiter, onError, deadline }: CountingOptions,
  name: string,
  points: number,
  limit: Limit,
): Promise<number> => {
  try {
    const seconds = await deadline.within(limiter.consume(name, points, limit), 'limiter');
    // If the site's own limiter returns no number, nothing would be limited.
    if (!Number.isFinite(seconds)) throw new TypeError('A limiter answers in seconds.');
    return seconds;
  } catch (error) {
    // The call has ended already, and the code that waited for it reports the fault.
    if (deadline.signal.aborted) throw error;
    onError(error, 'limiter');
    throw refused('limiter-unavailable');
  }
};

/** Counts a call of a visitor. @throws RefusedError if there were too many in a minute */
export const countCall = async (visitor: string, counting: CountingOptions): Promise<void> => {
  const seconds = await count(counting, `minute:${visitor}`, 1, BURST);
  if (seconds > 0)
    throw refused('busy', `Too many calls from this network: ask again in ${seconds} seconds.`, {
      headers: { 'Retry-After': String(seconds) },
    });
};

/** Credits that a validation may cost. */
const creditsOf = ({ append, photo }: Parameters): number =>
  VALIDATION_CREDITS + (append ? ENRICHMENT_CREDITS : 0) + (photo ? PHOTO_CREDITS : 0);

// The names contain the day, so the count restarts at midnight UTC and not a day after the first call.
const dayOf = (now: () => number): string => new Date(now()).toISOString().slice(0, 10);

/** Counts a validation for its visitor, before it waits for its turn. @throws RefusedError as the interface's limit of the day */
export const countValidation = async (
  visitor: string,
  { dailyPerVisitor, now, ...counting }: CountingOptions & Pick<Settings, 'dailyPerVisitor' | 'now'>,
): Promise<void> => {
  const seconds = await count(counting, `day:${dayOf(now)}:${visitor}`, 1, {
    most: dailyPerVisitor,
    seconds: DAY_SECONDS,
  });
  if (seconds > 0) throw refused('daily-limit');
};

/**
 * Counts the credits of a validation when it is sent to the service: one that only waited costs the site nothing.
 * @throws RefusedError as above
 */
export const countCredits = async (
  parameters: Parameters,
  { budgetPerDay, now, ...counting }: CountingOptions & Pick<Settings, 'budgetPerDay' | 'now'>,
): Promise<void> => {
  const seconds = await count(counting, `budget:${dayOf(now)}`, creditsOf(parameters), {
    most: budgetPerDay,
    seconds: DAY_SECONDS,
  });
  if (seconds > 0) throw refused('daily-limit');
};
