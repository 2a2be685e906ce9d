import type { VerifiedReceipt } from '../src/proxy/receipt.js';
import { DISPOSABLE, SPAM_TRAP } from '../src/wire/verdicts.js';

/** What becomes of a sign-up: it is taken, taken and looked at later, or the person is asked for another address. */
export type Decision = 'welcome' | 'check later' | 'ask again';

/** One row of the site's table. */
export interface SignUpRow {
  /** What came, in words. */
  readonly came: string;
  readonly isIt: (verified: VerifiedReceipt, isTemporary: boolean) => boolean;
  readonly decision: Decision;
  readonly because: string;
}

const isOneOf = (verified: VerifiedReceipt, ...results: readonly string[]): boolean =>
  verified.ok && results.includes(verified.found.result);

/** How this site decides: the first row that is it. Another site has a policy of its own. */
export const signUpTable: readonly SignUpRow[] = [
  {
    came: 'A good receipt: Safe to Send',
    isIt: (verified) => isOneOf(verified, 'Safe to Send'),
    decision: 'welcome',
    because: 'The mailbox takes mail.',
  },
  {
    came: 'A good receipt: Risky or Unknown',
    isIt: (verified) => isOneOf(verified, 'Risky', 'Unknown'),
    decision: 'welcome',
    because: 'There is no proof against the address.',
  },
  {
    came: 'A good receipt: Disposable or Spam Trap',
    isIt: (verified) => verified.ok && [DISPOSABLE, SPAM_TRAP].includes(verified.found.code),
    decision: 'ask again',
    because: 'Fernhollow writes all year: it takes no temporary addresses.',
  },
  {
    came: 'A good receipt: Invalid for another reason',
    isIt: ({ ok }) => ok,
    decision: 'ask again',
    because: 'Mail to this address would come back.',
  },
  {
    came: 'No address',
    isIt: (verified) => !verified.ok && verified.code === 'not-an-address',
    decision: 'ask again',
    because: 'An address is written like jane@example.com.',
  },
  {
    came: 'No good receipt, and the free detector knows the domain',
    isIt: ({ ok }, isTemporary) => !ok && isTemporary,
    decision: 'ask again',
    because:
      'Fernhollow writes all year: it takes no temporary addresses. The page asks nothing further of these, so none comes with a receipt.',
  },
  {
    came: 'No receipt',
    isIt: (verified) => !verified.ok && verified.code === 'missing',
    decision: 'check later',
    because: 'The page had no script, or the service was away. A failure never stops a sign-up.',
  },
  {
    came: 'A receipt that is refused',
    isIt: ({ ok }) => !ok,
    decision: 'check later',
    because:
      'What it claims is not believed. Whoever wants to can leave the receipt out, so a bad one is worth as much as none.',
  },
];

/** The row of the table that a sign-up falls under. `isTemporary`: the free detector knows the address's domain. */
export const rowFor = (verified: VerifiedReceipt, isTemporary: boolean): SignUpRow => {
  const row = signUpTable.find(({ isIt }) => isIt(verified, isTemporary));
  if (!row) throw new Error('The table has a row for every receipt.');
  return row;
};
