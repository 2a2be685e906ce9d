import type { PostgresDatabase } from './database.js';

/** The statements for values of the service itself. */
export const prepareMaintenance = (database: PostgresDatabase) => ({
  /** Keeps a value in two statements: the second sees a value that another process kept while the first waited. */
  async keepIfAbsent(name: string, value: string): Promise<string> {
    await database.query('INSERT INTO email_check.kept (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      name,
      value,
    ]);
    const kept = await database.first<{ value: string }>('SELECT value FROM email_check.kept WHERE name = $1', [name]);
    return kept?.value ?? value;
  },

  read: async (name: string): Promise<string | undefined> =>
    (await database.first<{ value: string }>('SELECT value FROM email_check.kept WHERE name = $1', [name]))?.value,

  async write(name: string, value: string): Promise<void> {
    await database.query(
      'INSERT INTO email_check.kept (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, value],
    );
  },

  async latestTime(): Promise<number | undefined> {
    const row = await database.first<{ at: number | null }>(
      `SELECT greatest(
         (SELECT max(created_at) FROM email_check.accounts), (SELECT max(created_at) FROM email_check.keys),
         (SELECT max(created_at) FROM email_check.lists),
         (SELECT (extract(epoch FROM max(day)::timestamp) * 1000)::bigint FROM email_check.usage_by_day)
       ) AS at`,
    );
    return row?.at ?? undefined;
  },

  /** The server removes deleted data by itself (VACUUM). */
  eraseDeletedData: () => Promise.resolve(),
});
