import { ENRICHMENT_CREDITS, PHOTO_CREDITS, VALIDATION_CREDITS } from '../wire/index.js';
import type { Limit } from './limiter.js';
import type { Settings } from './options.js';
import { refused } from './refused.js';
import type { Parameters } from './read-request.js';

/** Calls of all kinds that one visitor may make in a minute: logos and detector questions come with each validation. */
const BURST: Limit = { most: 120, seconds: 60 };
const DAY_SECONDS = 86_400;

type Counted = Pick<Settings, 'limiter' | 'dailyPerVisitor' | 'budgetPerDay' | 'now'>;

/** Counts a call of a visitor. @throws Refused where there were too many in a minute */
export const countCall = async (visitor: string, { limiter }: Pick<Settings, 'limiter'>): Promise<void> => {
  const seconds = await limiter.consume(`minute:${visitor}`, 1, BURST);
  if (seconds > 0) throw refused('busy', `Too many calls from this network: ask again in ${seconds} seconds.`, { headers: { 'Retry-After': String(seconds) } });
};

/** Credits that a validation may cost. */
const creditsOf = ({ append, photo }: Parameters): number => VALIDATION_CREDITS + (append ? ENRICHMENT_CREDITS : 0) + (photo ? PHOTO_CREDITS : 0);

/** Counts a validation that goes to the service, for its visitor and for the site. @throws Refused as the interface's limit of the day */
export const countValidation = async (visitor: string, parameters: Parameters, { limiter, dailyPerVisitor, budgetPerDay, now }: Counted): Promise<void> => {
  // The day is in the names, so it turns at midnight UTC and not a day after the first call.
  const day = new Date(now()).toISOString().slice(0, 10);
  const bySite = { most: budgetPerDay, seconds: DAY_SECONDS };
  const ofVisitor = await limiter.consume(`day:${day}:${visitor}`, 1, { most: dailyPerVisitor, seconds: DAY_SECONDS });
  if (ofVisitor > 0 || (await limiter.consume(`budget:${day}`, creditsOf(parameters), bySite)) > 0) throw refused('daily-limit');
};
