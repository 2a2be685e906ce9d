import { keyColumns, toKey, type KeyRow } from './calls.js';
import type { PostgresDatabase } from './database.js';
import type { AccountRecord, KeyRecord, NewKey, UsageDay } from '../interfaces/accounts.js';

const accountColumns = 'id, name, balance, created_at AS "createdAt"';

/** Counts of days that are deleted together. */
const DAYS_AT_A_TIME = 5_000;

/** The statements of administration and of usage. */
export const prepareAccounts = (database: PostgresDatabase) => ({
  async createAccount({ name, balance, createdAt }: Omit<AccountRecord, 'id'>): Promise<AccountRecord> {
    const account = await database.first<AccountRecord>(
      `WITH account AS (INSERT INTO email_check.accounts (name, balance, created_at) VALUES ($1, $2, $3) RETURNING *),
         granted AS (INSERT INTO email_check.grants (account_id, credits, at) SELECT id, balance, created_at FROM account WHERE balance > 0)
       SELECT ${accountColumns} FROM account`,
      [name, balance, createdAt],
    );
    return account as AccountRecord;
  },

  listAccounts: (): Promise<AccountRecord[]> =>
    database.query(`SELECT ${accountColumns} FROM email_check.accounts ORDER BY id`),

  async grant(accountId: number, credits: number, at: number): Promise<number | undefined> {
    const account = await database.first<Pick<AccountRecord, 'balance'>>(
      `WITH account AS (UPDATE email_check.accounts SET balance = balance + $2 WHERE id = $1 RETURNING id, balance),
         granted AS (INSERT INTO email_check.grants (account_id, credits, at) SELECT id, $2, $3 FROM account)
       SELECT balance FROM account`,
      [accountId, credits, at],
    );
    return account?.balance;
  },

  async createKey(key: NewKey): Promise<KeyRecord | undefined> {
    const { accountId, kind, hash, hint, origins, showsBalance, dailyLimit, dailyBudget, answers, createdAt } = key;
    const row = await database.first<KeyRow>(
      `INSERT INTO email_check.keys (account_id, kind, hash, hint, origins, shows_balance, daily_limit, daily_budget, answers, created_at)
       SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM email_check.accounts WHERE id = $1 RETURNING ${keyColumns}`,
      [accountId, kind, hash, hint, origins, showsBalance, dailyLimit, dailyBudget, answers, createdAt],
    );
    return row && toKey(row);
  },

  async listKeys(accountId?: number): Promise<KeyRecord[]> {
    const rows = await database.query<KeyRow>(
      `SELECT ${keyColumns} FROM email_check.keys WHERE $1::bigint IS NULL OR account_id = $1 ORDER BY id`,
      [accountId],
    );
    return rows.map(toKey);
  },

  async revokeKey(id: number, at: number): Promise<boolean> {
    const revoked = await database.query(
      'UPDATE email_check.keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
      [id, at],
    );
    return revoked.length === 1;
  },

  usage: (accountId: number, first: string, last: string): Promise<UsageDay[]> =>
    database.query(
      'SELECT day, calls, credits FROM email_check.usage_by_day WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day',
      [accountId, first, last],
    ),

  /**
   * Deletes the counts in small parts, without those that a charge holds: no call waits long for the connection, and
   * none for a row.
   */
  async forgetDaysBefore(day: string): Promise<void> {
    for (let forgotten = DAYS_AT_A_TIME; forgotten === DAYS_AT_A_TIME;) {
      const rows = await database.query(
        `DELETE FROM email_check.daily_calls WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM email_check.daily_calls WHERE day < $1 LIMIT ${DAYS_AT_A_TIME} FOR UPDATE SKIP LOCKED
         )) RETURNING calls`,
        [day],
      );
      forgotten = rows.length;
    }
  },
});
