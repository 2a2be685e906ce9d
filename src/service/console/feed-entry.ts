import { parseAddress } from '../../address/index.js';
import { shownText } from '../../text/index.js';
import type { FeedEntry } from '../../wire/console/index.js';
import type { Denial } from '../accounts/index.js';
import type { HeardCall } from '../log/index.js';

/** What to do about a refusal, for the owner of the account, if the refusal itself does not say it. */
export const remedies: Readonly<Record<Denial['kind'], string>> = {
  'bad-request': 'A parameter is missing or invalid.',
  'wrong-key': 'The key is unknown or revoked: check that it is complete, and a key of this service.',
  'no-credits': 'The account has no credits left: add some.',
  forbidden: 'The key does not allow this call.',
  busy: 'Too many calls with this key at the same time: send fewer at once, or as a batch.',
  'daily-limit':
    "The visitor's network has used up its calls of today (UTC) with this key: give the key a higher daily limit, or wait until tomorrow.",
  'bad-list-url': 'The URL of the list is not valid.',
  'unknown-list': 'The account has no list with this id: check the id, and that the key is of the same account.',
};

const MOST_WORDS = 400;

const refusalOf = ({ denial, failure }: HeardCall): string | undefined => {
  if (!denial) return failure;
  if (denial.origin !== undefined)
    return `The origin ${denial.origin} is not among this key's: add it if the page is yours.`;
  return denial.words ?? denial.reason ?? remedies[denial.kind];
};

/** The domain of an address as people write it; `undefined` if the text is not an address. */
const domainOf = (email: string | undefined): string | undefined => {
  const parsed = email === undefined ? undefined : parseAddress(email);
  return parsed?.ok ? shownText(parsed.domain.toLowerCase(), { keepsFormat: true }) : undefined;
};

/** A call in the feed: of its address the domain alone, and of its key the name. */
export const feedEntryOf = (heard: HeardCall): Omit<FeedEntry, 'number'> => {
  const { at, call, status, milliseconds, key, email, result, reasons, denial } = heard;
  const domain = domainOf(email);
  const refusal = refusalOf(heard);
  return {
    ...{ at, call, status, milliseconds: Math.round(milliseconds * 10) / 10 },
    ...(key && { account: key.accountId, key: key.id, keyName: key.label || key.hint }),
    ...(domain !== undefined && { domain }),
    ...(result !== undefined && { result }),
    ...(reasons && { reason: reasons.join(', ') }),
    ...(refusal !== undefined && { refusal: shownText(refusal, { most: MOST_WORDS }) }),
    ...(denial?.origin !== undefined && { origin: denial.origin }),
  };
};
