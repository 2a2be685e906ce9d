import type { AskedRecord, RestRecord } from '../interfaces/manners.js';
import type { PostgresDatabase } from './database.js';

/** The statements of mail hosts that are left alone. */
export const prepareManners = (database: PostgresDatabase) => ({
  async keepRest({ place, provider, rests, until, reason, at }: RestRecord, expired: number): Promise<void> {
    await database.query('DELETE FROM email_check.rests WHERE until < $1', [expired]);
    await database.query(
      `INSERT INTO email_check.rests AS kept (place, provider, rests, until, reason, at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (place) DO UPDATE SET provider = excluded.provider, rests = excluded.rests, until = excluded.until,
         reason = excluded.reason, at = excluded.at WHERE excluded.until > kept.until`,
      [place, provider, rests, until, reason, at],
    );
  },
  listRests: () =>
    database.query<RestRecord>(
      'SELECT place, provider, rests, until, reason, at FROM email_check.rests ORDER BY place',
    ),
  async addAsked({ provider, day, recipients }: AskedRecord): Promise<void> {
    await database.query('DELETE FROM email_check.asked_by_day WHERE provider = $1 AND day < $2', [provider, day]);
    await database.query(
      `INSERT INTO email_check.asked_by_day AS kept (provider, day, recipients) VALUES ($1, $2, $3)
       ON CONFLICT (provider, day) DO UPDATE SET recipients = kept.recipients + excluded.recipients`,
      [provider, day, recipients],
    );
  },
  listAsked: () =>
    database.query<AskedRecord>(
      'SELECT provider, day, recipients FROM email_check.asked_by_day ORDER BY provider, day',
    ),
  async removeRest(place: string): Promise<void> {
    await database.query('DELETE FROM email_check.rests WHERE place = $1', [place]);
  },
});
