import type { ReceiptRefusalCode, VerifiedReceipt } from '../src/proxy/receipt.js';

/** One question that a receipt has to pass, and how it went; `not asked` where an earlier one was failed. */
export interface Step {
  readonly question: string;
  readonly outcome: 'yes' | 'no' | 'not asked';
}

/** The questions in their order, with the refusals that a no ends in. */
const questions: readonly (readonly [question: string, refusals: readonly ReceiptRefusalCode[]])[] = [
  ['Is the address an address?', ['not-an-address']],
  ['Was a receipt sent?', ['missing']],
  ['Does it have the form of one?', ['malformed']],
  ['Did this site’s own secret sign it, as it stands?', ['wrong-algorithm', 'other-kind', 'unknown-key', 'altered']],
  ['Is it of the last hour?', ['expired', 'not-yet-valid']],
  ['Is it for the address of the form?', ['other-address']],
  ['Does it come for the first time?', ['used']],
];

/** Why a receipt is believed, or how far it came. */
export const stepsOf = (verified: VerifiedReceipt): readonly Step[] => {
  const failed = verified.ok
    ? questions.length
    : questions.findIndex(([, refusals]) => refusals.includes(verified.code));
  return questions.map(([question], at) => ({
    question,
    outcome: at < failed ? 'yes' : at === failed ? 'no' : 'not asked',
  }));
};

/** What a receipt says of itself, believed or not: its header's and its payload's fields as they are written. */
export interface Claimed {
  readonly name: string;
  readonly text: string;
}

const LONGEST_SHOWN = 100;

/** A moment as people read it. `milliseconds` since 1970. */
export const momentOf = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The farthest moment that a date can be, in seconds since 1970 (ECMA-262 §21.4.1.1). */
const LAST_SECOND = 8.64e12;

/** Times stand in a receipt as seconds. What it claims may be anything. */
const shown = (name: string, value: unknown): string => {
  const isMoment = ['iat', 'exp'].includes(name) && typeof value === 'number' && Math.abs(value) < LAST_SECOND;
  return `${JSON.stringify(value).slice(0, LONGEST_SHOWN)}${isMoment ? ` (${momentOf(value * 1000)})` : ''}`;
};

const fieldsIn = (part: string | undefined): Claimed[] => {
  try {
    const fields: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
    return Object.entries(Object(fields) as object).map(([name, value]) => ({
      name: name.slice(0, LONGEST_SHOWN),
      text: shown(name, value),
    }));
  } catch {
    return [];
  }
};

/** All that can be read in a receipt without any secret. Of what is no receipt, nothing. */
export const claimsIn = (receipt: string): readonly Claimed[] => receipt.split('.').slice(0, 2).flatMap(fieldsIn);
