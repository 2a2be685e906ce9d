import type { Database } from 'better-sqlite3';
import { yieldToEventLoop } from '../../../timing/index.js';
import { tooManyCredits } from '../errors.js';
import type { AccountRecord, KeyRecord, NewKey, UsageDay } from '../interfaces/accounts.js';

interface AccountRow {
  id: number;
  name: string;
  balance: number;
  created_at: number;
}

/** A key as columns give it. */
export interface KeyRow {
  id: number;
  account_id: number;
  kind: KeyRecord['kind'];
  hash: string;
  hint: string;
  origins: string;
  shows_balance: number;
  daily_limit: number | null;
  daily_budget: number | null;
  answers: 'domain' | null;
  created_at: number;
  revoked_at: number | null;
}

const toAccount = ({ id, name, balance, created_at }: AccountRow): AccountRecord => ({
  id,
  name,
  balance,
  createdAt: created_at,
});

export const toKey = (row: KeyRow): KeyRecord => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  hash: row.hash,
  hint: row.hint,
  origins: JSON.parse(row.origins) as string[],
  showsBalance: row.shows_balance === 1,
  ...(row.daily_limit !== null && { dailyLimit: row.daily_limit }),
  ...(row.daily_budget !== null && { dailyBudget: row.daily_budget }),
  ...(row.answers !== null && { answers: row.answers }),
  createdAt: row.created_at,
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
});

/** Counts of days that are deleted together. */
const DAYS_AT_A_TIME = 2_000;

/**
 * The statements of administration and usage. Most are rare, and prepared when they run. Work with several statements
 * is a transaction.
 */
export const prepareAccounts = (database: Database) => {
  const usage = database.prepare<[number, string, string], UsageDay>(
    'SELECT day, calls, credits FROM usage_by_day WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day',
  );
  const forgetDays = database.prepare<[string]>(
    `DELETE FROM daily_calls WHERE (day, key_id, network) IN (SELECT day, key_id, network FROM daily_calls WHERE day < ? LIMIT ${DAYS_AT_A_TIME})`,
  );
  const balanceOf = (id: number) =>
    database.prepare<[number], number>('SELECT balance FROM accounts WHERE id = ?').pluck().get(id);
  const addGrant = (accountId: number, credits: number, at: number) =>
    database.prepare('INSERT INTO grants (account_id, credits, at) VALUES (?, ?, ?)').run(accountId, credits, at);
  return {
    usage: (accountId: number, first: string, last: string): UsageDay[] => usage.all(accountId, first, last),
    /** Deletes the counts in small parts: calls go on in between. */
    async forgetDaysBefore(day: string): Promise<void> {
      while (forgetDays.run(day).changes === DAYS_AT_A_TIME) await yieldToEventLoop();
    },
    createAccount: database.transaction(({ name, balance, createdAt }: Omit<AccountRecord, 'id'>): AccountRecord => {
      const row = database
        .prepare<unknown[], AccountRow>('INSERT INTO accounts (name, balance, created_at) VALUES (?, ?, ?) RETURNING *')
        .get(name, balance, createdAt) as AccountRow;
      if (balance > 0) addGrant(row.id, balance, createdAt);
      return toAccount(row);
    }).immediate,
    listAccounts: () => database.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY id').all().map(toAccount),
    grant: database.transaction((accountId: number, credits: number, at: number): number | undefined => {
      const balance = balanceOf(accountId);
      if (balance === undefined) return undefined;
      if (!Number.isSafeInteger(balance + credits)) throw tooManyCredits();
      addGrant(accountId, credits, at);
      return database
        .prepare<[number, number], number>('UPDATE accounts SET balance = balance + ? WHERE id = ? RETURNING balance')
        .pluck()
        .get(credits, accountId);
    }).immediate,
    createKey: database.transaction((key: NewKey): KeyRecord | undefined => {
      if (balanceOf(key.accountId) === undefined) return undefined;
      const row = database
        .prepare<unknown[], KeyRow>(
          `INSERT INTO keys (account_id, kind, hash, hint, origins, shows_balance, daily_limit, daily_budget, answers, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        )
        .get(
          key.accountId,
          key.kind,
          key.hash,
          key.hint,
          JSON.stringify(key.origins),
          Number(key.showsBalance),
          key.dailyLimit ?? null,
          key.dailyBudget ?? null,
          key.answers ?? null,
          key.createdAt,
        );
      return row && toKey(row);
    }).immediate,
    listKeys: (accountId?: number) =>
      database
        .prepare<[number | null], KeyRow>('SELECT * FROM keys WHERE account_id = ifnull(?, account_id) ORDER BY id')
        .all(accountId ?? null)
        .map(toKey),
    revokeKey: (id: number, at: number) =>
      database.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, id).changes === 1,
  };
};
