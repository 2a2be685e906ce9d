import type { PostgresDatabase } from './database.js';
import type { KeyChange, KeyRecord, KeySettings, NewKey } from '../interfaces/accounts.js';

type OptionalColumn = 'dailyLimit' | 'dailyBudget' | 'answers' | 'lastUsedAt' | 'revokedAt';

/** A key as columns give it. */
export type KeyRow = Omit<KeyRecord, OptionalColumn | 'isConsole'> & {
  readonly [Name in OptionalColumn]: NonNullable<KeyRecord[Name]> | null;
} & { readonly isConsole: boolean };

/** The columns of {@link KeyRow}. */
export const keyColumns = `keys.id, keys.account_id AS "accountId", keys.kind, keys.hash, keys.hint, keys.origins,
  keys.shows_balance AS "showsBalance", keys.daily_limit AS "dailyLimit", keys.daily_budget AS "dailyBudget", keys.answers,
  keys.label, keys.is_console AS "isConsole", keys.last_used_at AS "lastUsedAt", keys.created_at AS "createdAt", keys.revoked_at AS "revokedAt"`;

export const toKey = (row: KeyRow): KeyRecord => {
  const { dailyLimit, dailyBudget, answers, isConsole, lastUsedAt, revokedAt, ...key } = row;
  return {
    ...key,
    ...(dailyLimit !== null && { dailyLimit }),
    ...(dailyBudget !== null && { dailyBudget }),
    ...(answers !== null && { answers }),
    ...(isConsole && { isConsole }),
    ...(lastUsedAt !== null && { lastUsedAt }),
    ...(revokedAt !== null && { revokedAt }),
  };
};

/** What can be changed of a key, as columns take it. */
const valuesOf = ({ label, origins, dailyLimit, dailyBudget, answers }: KeySettings): readonly unknown[] => [
  label,
  origins,
  dailyLimit,
  dailyBudget,
  answers,
];

/** The statements of the administration of keys. */
export const prepareKeys = (database: PostgresDatabase) => ({
  async createKey(key: NewKey): Promise<KeyRecord | undefined> {
    const { accountId, kind, hash, hint, origins, showsBalance, dailyLimit, dailyBudget, answers, createdAt } = key;
    const row = await database.first<KeyRow>(
      `INSERT INTO email_check.keys (account_id, kind, hash, hint, origins, shows_balance, daily_limit, daily_budget, answers, created_at, label, is_console)
       SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM email_check.accounts WHERE id = $1 AND closed_at IS NULL FOR SHARE
       RETURNING ${keyColumns}`,
      [
        ...[accountId, kind, hash, hint, origins, showsBalance, dailyLimit, dailyBudget, answers, createdAt],
        ...[key.label, key.isConsole ?? false],
      ],
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
      'UPDATE email_check.keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL AND NOT is_console RETURNING id',
      [id, at],
    );
    return revoked.length === 1;
  },

  async changeKey(accountId: number, id: number, { from, to }: KeyChange): Promise<KeyRecord | undefined> {
    const row = await database.first<KeyRow>(
      `UPDATE email_check.keys SET label = $3, origins = $4, daily_limit = $5, daily_budget = $6, answers = $7
       WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL AND NOT is_console AND label = $8 AND origins = $9
         AND daily_limit IS NOT DISTINCT FROM $10 AND daily_budget IS NOT DISTINCT FROM $11 AND answers IS NOT DISTINCT FROM $12
       RETURNING ${keyColumns}`,
      [accountId, id, ...valuesOf(to), ...valuesOf(from)],
    );
    return row && toKey(row);
  },

  /** Locks the keys in order, so that two processes never wait for each other. */
  async keepKeyUses(uses: ReadonlyMap<number, number>): Promise<void> {
    await database.query(
      `UPDATE email_check.keys SET last_used_at = used.at FROM (
         SELECT known.id, use.at FROM email_check.keys AS known JOIN unnest($1::bigint[], $2::bigint[]) AS use (id, at) ON use.id = known.id
         WHERE known.last_used_at IS NULL OR known.last_used_at < use.at ORDER BY known.id FOR NO KEY UPDATE OF known
       ) AS used WHERE keys.id = used.id`,
      [[...uses.keys()], [...uses.values()]],
    );
  },
});
