import { StoreError } from '../errors.js';
import type { PostgresDatabase } from './database.js';
import { migrations } from './schema.js';

interface DatabaseState {
  has_schema: boolean;
  has_version: boolean;
  has_tables: boolean;
  isolation: string;
  is_replica: boolean;
}

const stateQuery = `
  SELECT to_regnamespace('email_check') IS NOT NULL AS has_schema,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('email_check') AND relname = 'schema_version') AS has_version,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace('email_check')) AS has_tables,
    current_setting('transaction_isolation') AS isolation, pg_is_in_recovery() AS is_replica`;

/** Returns the database setting that calls could not work with, and the remedy. */
const obstacleOf = ({ isolation, is_replica }: Pick<DatabaseState, 'isolation' | 'is_replica'>): string | undefined => {
  if (is_replica) return 'it is a replica, which takes no writes. Name the primary server';
  // Each statement must see what was committed while it waited for its lock.
  if (isolation !== 'read committed')
    return `its transactions are "${isolation}". Set default_transaction_isolation to "read committed" for its user`;
  return undefined;
};

const versionTable = `
  CREATE TABLE email_check.schema_version (version bigint NOT NULL);
  INSERT INTO email_check.schema_version VALUES (0)`;

/**
 * Brings the schema `email_check` up to date, and makes it if it is missing. Processes that start together take the steps
 * once: each waits for the one before it, and then finds nothing left to do.
 * @throws StoreError `cannot-open`, `foreign-file` or `newer-schema`.
 */
export const migrate = (database: PostgresDatabase): Promise<void> =>
  database.opening(async (run) => {
    const versionNow = async () =>
      (await run<{ version: number }>('SELECT version FROM email_check.schema_version'))[0]?.version ?? 0;
    const isCurrent = async () => {
      const [found] = await run<DatabaseState>(stateQuery);
      const obstacle = found && obstacleOf(found);
      if (obstacle) throw new StoreError('cannot-open', `The database ${database.place} cannot be used: ${obstacle}.`);
      if (found?.has_tables && !found.has_version)
        throw new StoreError(
          'foreign-file',
          `The schema email_check in ${database.place} is of something else. Name a database of its own for the service.`,
        );
      const version = found?.has_version ? await versionNow() : 0;
      if (version > migrations.length)
        throw new StoreError(
          'newer-schema',
          `${database.place} was written by a newer release. Update this one, or name another database.`,
        );
      return { ...found, version, isCurrent: version === migrations.length };
    };

    // A user who may do no more than use the tables can start the service once its steps are taken.
    if ((await isCurrent()).isCurrent) return;
    await run(`SELECT pg_advisory_xact_lock(hashtextextended('email_check migrations', 0))`);
    const { has_schema, has_version, version } = await isCurrent();
    if (!has_schema) await run('CREATE SCHEMA email_check');
    if (!has_version) await run(versionTable);
    for (const step of migrations.slice(version)) await run(step);
    await run(`UPDATE email_check.schema_version SET version = ${migrations.length}`);
  });
