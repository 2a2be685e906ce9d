import type { Database } from 'better-sqlite3';
import type { KeyChange, KeyRecord, KeySettings, NewKey } from '../interfaces/accounts.js';

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
  label: string;
  is_console: number;
  last_used_at: number | null;
  created_at: number;
  revoked_at: number | null;
}

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
  label: row.label,
  ...(row.is_console === 1 && { isConsole: true }),
  ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  createdAt: row.created_at,
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
});

/** What can be changed of a key, as columns take it. */
const settingsOf = ({ label, origins, dailyLimit, dailyBudget, answers }: KeySettings) => ({
  label,
  origins: JSON.stringify(origins),
  dailyLimit: dailyLimit ?? null,
  dailyBudget: dailyBudget ?? null,
  answers: answers ?? null,
});

/** The statements of the administration of keys. They are rare, and prepared when they run. */
export const prepareKeys = (database: Database) => ({
  createKey(key: NewKey): KeyRecord | undefined {
    const { accountId, kind, hash, hint, showsBalance, isConsole = false, createdAt } = key;
    const row = database
      .prepare<[object], KeyRow>(
        `INSERT INTO keys (account_id, kind, hash, hint, origins, shows_balance, daily_limit, daily_budget, answers, label, is_console, created_at)
         SELECT id, @kind, @hash, @hint, @origins, @showsBalance, @dailyLimit, @dailyBudget, @answers, @label, @isConsole, @createdAt
         FROM accounts WHERE id = @accountId AND closed_at IS NULL RETURNING *`,
      )
      .get({
        ...{ accountId, kind, hash, hint, createdAt },
        ...settingsOf(key),
        showsBalance: Number(showsBalance),
        isConsole: Number(isConsole),
      });
    return row && toKey(row);
  },
  listKeys: (accountId?: number): KeyRecord[] =>
    database
      .prepare<[number | null], KeyRow>('SELECT * FROM keys WHERE account_id = ifnull(?, account_id) ORDER BY id')
      .all(accountId ?? null)
      .map(toKey),
  revokeKey: (id: number, at: number): boolean =>
    database
      .prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL AND is_console = 0')
      .run(at, id).changes === 1,
  changeKey(accountId: number, id: number, { from, to }: KeyChange): KeyRecord | undefined {
    const former = Object.entries(settingsOf(from)).map(([name, value]) => [`former_${name}`, value] as const);
    const row = database
      .prepare<[object], KeyRow>(
        `UPDATE keys SET label = @label, origins = @origins, daily_limit = @dailyLimit, daily_budget = @dailyBudget, answers = @answers
         WHERE account_id = @accountId AND id = @id AND revoked_at IS NULL AND is_console = 0 AND label = @former_label AND origins = @former_origins
           AND daily_limit IS @former_dailyLimit AND daily_budget IS @former_dailyBudget AND answers IS @former_answers RETURNING *`,
      )
      .get({ accountId, id, ...settingsOf(to), ...Object.fromEntries(former) });
    return row && toKey(row);
  },
  keepKeyUses: database.transaction((uses: ReadonlyMap<number, number>): void => {
    const keep = database.prepare('UPDATE keys SET last_used_at = max(ifnull(last_used_at, 0), ?) WHERE id = ?');
    for (const [id, at] of uses) keep.run(at, id);
  }).immediate,
});
