import type { KeyKind, KeyRecord, KeySettings } from '../store/index.js';
import { AccountsError } from './errors.js';
import { isOneLine } from './one-line.js';
import { parseApprovedOrigin } from './origins.js';

/** What an account chooses of a key, as it is given. */
export interface KeySettingsOrder {
  /** By which its owner recognises it: one line of at most 60 characters. */
  readonly label?: string | undefined;
  /** The pages that may use a public key: origins, or `https://*.example.com`. */
  readonly origins?: readonly string[] | undefined;
  /** Validations that one network may ask in a UTC day with a public key; 20 if absent. */
  readonly dailyLimit?: number | undefined;
  /** Validations that all may ask in a UTC day with a public key; 10,000 if absent. */
  readonly dailyBudget?: number | 'off' | undefined;
  /** `domain`: a public key's answers say nothing about mailboxes, so no mail host is asked. All is answered if absent. */
  readonly answers?: 'full' | 'domain' | undefined;
}

/** Maximum length of a key's label in characters. */
export const MOST_LABEL = 60;

/** Maximum value of a key's daily limits. */
const MOST_DAILY = 1_000_000_000;

const dailyCalls = (calls: number | undefined): number | undefined => {
  if (calls === undefined || (Number.isSafeInteger(calls) && calls >= 1 && calls <= MOST_DAILY)) return calls;
  throw new AccountsError(
    'bad-limit',
    `${calls} is not a number of validations a day: give a whole number from 1 to ${MOST_DAILY}.`,
  );
};

const labelOf = (label: string): string => {
  if (label.trim() === '') return '';
  if (isOneLine(label, MOST_LABEL)) return label.trim();
  throw new AccountsError('bad-label', `A label must be one line of at most ${MOST_LABEL} characters: shorten it.`);
};

const checkOrigins = (kind: KeyKind, origins: readonly string[]): void => {
  if (kind === 'public' && origins.length === 0)
    throw new AccountsError(
      'no-origins',
      'A public key needs the origins of the pages that may use it, as in https://www.example.com.',
    );
  if (kind === 'private' && origins.length > 0)
    throw new AccountsError(
      'needless-origins',
      'A private key belongs on a server and has no origins. Make a public key for pages.',
    );
};

/** Returns the limits of a public key to keep: only those that differ from the defaults. */
const limitsOf = (
  kind: KeyKind,
  order: KeySettingsOrder,
): Pick<KeySettings, 'dailyLimit' | 'dailyBudget' | 'answers'> => {
  const { dailyLimit, dailyBudget } = order;
  const answers = order.answers === 'domain' ? order.answers : undefined;
  if (kind === 'private' && (dailyLimit !== undefined || dailyBudget !== undefined || answers !== undefined))
    throw new AccountsError(
      'needless-limits',
      'A private key has no daily limit, no daily budget, and all answers: leave them out, or make a public key.',
    );
  const limits = {
    dailyLimit: dailyCalls(dailyLimit),
    dailyBudget: dailyBudget === 'off' ? 0 : dailyCalls(dailyBudget),
    answers,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
};

/**
 * Returns the settings of a key to keep.
 * @throws AccountsError `bad-origin`, `no-origins` (a public key without any), `needless-origins` (a private one with some), `bad-label`,
 * `bad-limit` or `needless-limits`.
 */
export const keySettings = (kind: KeyKind, order: KeySettingsOrder): KeySettings => {
  const { label = '', origins = [] } = order;
  checkOrigins(kind, origins);
  return {
    label: labelOf(label),
    origins: [...new Set(origins.map(parseApprovedOrigin))],
    ...limitsOf(kind, order),
  };
};

/** The settings of a stored key as they could have been given. */
export const settingsOrderOf = ({ label, origins, dailyLimit, dailyBudget, answers }: KeyRecord): KeySettingsOrder => ({
  ...{ label, origins, dailyLimit, answers },
  dailyBudget: dailyBudget === 0 ? 'off' : dailyBudget,
});
