import type { NamedCount, UsageDay } from '../interfaces/accounts.js';
import type { PostgresDatabase } from './database.js';

/** Counts of days that are deleted together. */
const DAYS_AT_A_TIME = 5_000;

/** The statements of usage and of counts by day. */
export const prepareUsage = (database: PostgresDatabase) => ({
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

  /** Adds in the order of the rows, so that two processes never wait for each other. */
  async addCounts(counts: readonly NamedCount[]): Promise<void> {
    await database.query(
      `INSERT INTO email_check.counts_by_day AS total (account_id, day, name, count)
       SELECT account_id, day, name, sum(count) FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) AS added (account_id, day, name, count)
       GROUP BY account_id, day, name ORDER BY account_id, day, name
       ON CONFLICT (account_id, day, name) DO UPDATE SET count = total.count + excluded.count`,
      [
        counts.map(({ accountId }) => accountId),
        counts.map(({ day }) => day),
        counts.map(({ name }) => name),
        counts.map(({ count }) => count),
      ],
    );
  },

  listCounts: (accountId: number, first: string, last: string): Promise<NamedCount[]> =>
    database.query(
      `SELECT account_id AS "accountId", day, name, count FROM email_check.counts_by_day
       WHERE account_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, name`,
      [accountId, first, last],
    ),

  async callsOfDay(accountId: number, day: string, counter: string): Promise<ReadonlyMap<number, number>> {
    const rows = await database.query<{ id: number; calls: number }>(
      `SELECT keys.id, daily_calls.calls FROM email_check.keys JOIN email_check.daily_calls ON daily_calls.key_id = keys.id
       WHERE keys.account_id = $1 AND daily_calls.day = $2 AND daily_calls.network = $3`,
      [accountId, day, counter],
    );
    return new Map(rows.map(({ id, calls }) => [id, calls]));
  },
});
