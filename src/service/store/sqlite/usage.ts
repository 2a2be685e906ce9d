import type { Database } from 'better-sqlite3';
import { yieldToEventLoop } from '../../../timing/index.js';
import type { NamedCount, UsageDay } from '../interfaces/accounts.js';

/** Counts of days that are deleted together. */
const DAYS_AT_A_TIME = 2_000;

/** The statements of usage and of counts by day. Work with several statements is a transaction. */
export const prepareUsage = (database: Database) => {
  const usage = database.prepare<[number, string, string], UsageDay>(
    'SELECT day, calls, credits FROM usage_by_day WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day',
  );
  const forgetDays = database.prepare<[string]>(
    `DELETE FROM daily_calls WHERE (day, key_id, network) IN (SELECT day, key_id, network FROM daily_calls WHERE day < ? LIMIT ${DAYS_AT_A_TIME})`,
  );
  const addCount = database.prepare<[NamedCount]>(
    `INSERT INTO counts_by_day (account_id, day, name, count) VALUES (@accountId, @day, @name, @count)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const counts = database.prepare<[number, string, string], NamedCount>(
    `SELECT account_id AS accountId, day, name, count FROM counts_by_day
     WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day, name`,
  );
  const callsOfDay = database
    .prepare<[number, string, string], [number, number]>(
      `SELECT keys.id, daily_calls.calls FROM keys JOIN daily_calls ON daily_calls.key_id = keys.id
       WHERE keys.account_id = ? AND daily_calls.day = ? AND daily_calls.network = ?`,
    )
    .raw();
  return {
    usage: (accountId: number, first: string, last: string): UsageDay[] => usage.all(accountId, first, last),
    async forgetDaysBefore(day: string): Promise<void> {
      // Other calls come in between.
      while (forgetDays.run(day).changes === DAYS_AT_A_TIME) await yieldToEventLoop();
    },
    addCounts: database.transaction((added: readonly NamedCount[]): void => {
      for (const each of added) addCount.run(each);
    }).immediate,
    listCounts: (accountId: number, first: string, last: string): NamedCount[] => counts.all(accountId, first, last),
    callsOfDay: (accountId: number, day: string, counter: string): ReadonlyMap<number, number> =>
      new Map(callsOfDay.all(accountId, day, counter)),
  };
};
