import type { Database } from 'better-sqlite3';
import type { AskedRecord, RestRecord } from '../interfaces/manners.js';

/** The statements of mail hosts that are left alone. Rare: each is prepared when it runs. */
export const prepareManners = (database: Database) => ({
  keepRest: database.transaction((rest: RestRecord, expired: number): void => {
    database.prepare('DELETE FROM rests WHERE until < ?').run(expired);
    database
      .prepare(
        `INSERT INTO rests (place, provider, rests, until, reason, at) VALUES (@place, @provider, @rests, @until, @reason, @at)
         ON CONFLICT (place) DO UPDATE SET provider = excluded.provider, rests = excluded.rests, until = excluded.until,
           reason = excluded.reason, at = excluded.at WHERE excluded.until > rests.until`,
      )
      .run(rest);
  }).immediate,
  listRests: () => database.prepare<[], RestRecord>('SELECT * FROM rests ORDER BY place').all(),
  addAsked: database.transaction((asked: AskedRecord): void => {
    database.prepare('DELETE FROM asked_by_day WHERE provider = @provider AND day < @day').run(asked);
    database
      .prepare(
        `INSERT INTO asked_by_day (provider, day, recipients) VALUES (@provider, @day, @recipients)
         ON CONFLICT (provider, day) DO UPDATE SET recipients = recipients + excluded.recipients`,
      )
      .run(asked);
  }).immediate,
  listAsked: () => database.prepare<[], AskedRecord>('SELECT * FROM asked_by_day ORDER BY provider, day').all(),
  removeRest: (place: string): void => void database.prepare('DELETE FROM rests WHERE place = ?').run(place),
});
