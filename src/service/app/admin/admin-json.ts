import { DAILY_CALLS_PER_NETWORK, DAILY_CALLS_PER_PUBLIC_KEY } from '../../../wire/index.js';
import type { MadeKey } from '../../accounts/index.js';
import type { AccountRecord, KeyRecord, ListRecord } from '../../store/index.js';

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** An account as the admin API shows it. */
export const accountJson = ({ id, name, balance, createdAt }: AccountRecord) => ({
  id,
  name,
  balance,
  createdAt: time(createdAt),
});

/** A key as the admin API shows it: never its hash. */
export const keyJson = ({
  id,
  accountId,
  kind,
  hint,
  origins,
  showsBalance,
  createdAt,
  revokedAt,
  ...key
}: KeyRecord) => ({
  ...{ id, account: accountId, kind, hint, origins, showsBalance },
  ...(kind === 'public' && {
    dailyLimit: key.dailyLimit ?? DAILY_CALLS_PER_NETWORK,
    dailyBudget: (key.dailyBudget ?? DAILY_CALLS_PER_PUBLIC_KEY) || 'off',
    answers: key.answers ?? 'mailbox',
  }),
  createdAt: time(createdAt),
  revokedAt: revokedAt === undefined ? null : time(revokedAt),
});

/** A list as the admin API shows it: never its URL, which may be known only to its owner. */
export const listJson = ({
  id,
  accountId,
  name,
  state,
  reason,
  lines,
  addresses,
  done,
  createdAt,
  endedAt,
}: ListRecord) => ({
  ...{ id, account: accountId, name, state, reason, lines, addresses, done, createdAt: time(createdAt) },
  endedAt: endedAt === undefined ? null : time(endedAt),
});

/** A new key in plain text, which is shown only in this answer. */
export const madeKeyJson = (made: MadeKey) => ({ ...keyJson(made), key: made.key });
