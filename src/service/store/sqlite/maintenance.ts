import type { Database } from 'better-sqlite3';
import { busyError } from './errors.js';

/** The statements for values of the service itself. They are rare, so each is prepared when it runs. */
export const prepareMaintenance = (database: Database) => ({
  keepIfAbsent: database.transaction((name: string, value: string): string => {
    database.prepare('INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
    return database.prepare<[string], string>('SELECT value FROM kept WHERE name = ?').pluck().get(name) as string;
  }).immediate,
  read: (name: string) => database.prepare<[string], string>('SELECT value FROM kept WHERE name = ?').pluck().get(name),
  write: (name: string, value: string): void =>
    void database.prepare('INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)').run(name, value),
  latestTime: () =>
    database
      .prepare<[], number | null>(
        `SELECT max(at) FROM (
             SELECT max(created_at) AS at FROM accounts UNION ALL SELECT max(created_at) FROM keys
             UNION ALL SELECT max(created_at) FROM lists UNION ALL SELECT unixepoch(max(day)) * 1000 FROM usage_by_day
           )`,
      )
      .pluck()
      .get() ?? undefined,
  /**
   * The write-ahead log has the former content of pages: when it is empty, `secure_delete` has overwritten all deleted
   * data.
   */
  eraseDeletedData: (): void => {
    const [found] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
    if (found?.busy) throw busyError('Another process keeps the log beside the database from being emptied.');
  },
});
