import type { TryInfo } from '../../../wire/console/index.js';
import { ACCEPT_ALL, BOUNCE, DELIVERABLE, DISPOSABLE, ROLE_ALONE, SPAM_TRAP, SYNTAX } from '../../../wire/verdicts.js';

/** A verdict in plain words. */
export interface VerdictWords {
  /** What was found, as a sentence. */
  readonly finding: string;
  /** What to do with the address. */
  readonly advice: string;
}

const byCode: Readonly<Record<number, VerdictWords>> = {
  [SYNTAX]: {
    finding: 'This is not an email address.',
    advice: 'Ask for it again: no mail can be sent to it.',
  },
  [SPAM_TRAP]: {
    finding: 'This address is on the list of spam traps.',
    advice: 'Never send to it: that harms the good name of your mail host.',
  },
  [DISPOSABLE]: {
    finding: 'This is a temporary address: its mailbox soon disappears.',
    advice: 'Ask for another one if you want to reach the person later.',
  },
  [ACCEPT_ALL]: {
    finding: 'The mail host accepts every address of this domain, whether it exists or not.',
    advice: 'Send to it with care: receipts and password resets are fine, campaigns are a risk.',
  },
  [BOUNCE]: {
    finding: 'Mail to this address comes back: its domain or its mailbox cannot receive any.',
    advice: 'Do not send to it. Ask the person to look at the address again.',
  },
  [ROLE_ALONE]: {
    finding: 'The address belongs to a role, such as sales, and several people may read it.',
    advice: 'Fine for answers and receipts. Leave it out of campaigns.',
  },
};

const safe: VerdictWords = {
  finding: 'The mailbox exists and receives mail.',
  advice: 'Send to it.',
};
const deliverableRole: VerdictWords = {
  finding: 'The mailbox exists. It belongs to a role, such as sales, and several people may read it.',
  advice: 'Fine for answers and receipts. Leave it out of campaigns.',
};
const full: VerdictWords = {
  finding: 'The mailbox exists, but it is full.',
  advice: 'Send to it later, or ask the person for another address.',
};
const unknown: VerdictWords = {
  finding: 'Nobody could tell whether this mailbox exists.',
  advice: 'Accept it, and let the person confirm it by a message. A later try may say more.',
};

/** What a verdict means, and what to do with the address. */
export const verdictWords = ({ result, code }: Pick<TryInfo, 'result' | 'code'>): VerdictWords => {
  const words = byCode[code];
  if (words) return words;
  if (result === 'Safe to Send') return safe;
  if (result !== 'Risky') return unknown;
  return code === DELIVERABLE ? deliverableRole : full;
};
