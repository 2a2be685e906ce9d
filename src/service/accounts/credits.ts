import { AccountsError } from './errors.js';
import { isOneLine } from './one-line.js';

/** Credits to give, or to take if they are negative. */
export interface CreditOrder {
  /** A random text of 8 to 64 letters, digits, dashes and underscores: the same one again changes nothing. */
  readonly id: string;
  readonly credits: number;
  /** One line of at most 200 characters. */
  readonly reason: string;
}

/** Maximum credits of one grant: the sum of thousands of such grants is still exact in JavaScript (2^53 - 1). */
export const MOST_CREDITS = 1_000_000_000_000;

/** Maximum length of the reason of a change in characters. */
export const MOST_REASON = 200;

/** Returns a number of credits. @throws AccountsError `bad-credits`. */
export const wholeCredits = (credits: number, least: number): number => {
  if (Number.isSafeInteger(credits) && credits >= least && credits <= MOST_CREDITS) return credits;
  throw new AccountsError(
    'bad-credits',
    `${credits} is not a number of credits: give a whole number from ${least} to ${MOST_CREDITS}.`,
  );
};

/**
 * Returns a change of credits as it is kept.
 * @throws AccountsError `bad-credits`, `bad-reason` or `bad-id`.
 */
export const creditOrder = ({ id, credits, reason }: CreditOrder): CreditOrder => {
  if (!/^[\w-]{8,64}$/.test(id))
    throw new AccountsError(
      'bad-id',
      'A change of credits needs an id of its own: a random text of 8 to 64 letters, digits and dashes.',
    );
  if (credits === 0)
    throw new AccountsError(
      'bad-credits',
      '0 credits change nothing: give a number above 0, or below it to take some.',
    );
  wholeCredits(Math.abs(credits), 1);
  if (!isOneLine(reason, MOST_REASON))
    throw new AccountsError(
      'bad-reason',
      `A change of credits needs a reason: one line of at most ${MOST_REASON} characters.`,
    );
  return { id, credits, reason: reason.trim() };
};
