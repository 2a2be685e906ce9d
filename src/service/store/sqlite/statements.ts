import type { Database } from 'better-sqlite3';
import { tooManyCredits } from '../errors.js';
import { busyError } from './errors.js';
import type { AccountRecord, Charge, Claim, KeyRecord, NewKey, UsageDay } from '../port.js';

interface AccountRow {
  id: number;
  name: string;
  balance: number;
  created_at: number;
}

interface KeyRow {
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
  created_at: number;
  revoked_at: number | null;
}

const toAccount = ({ id, name, balance, created_at }: AccountRow): AccountRecord => ({
  id,
  name,
  balance,
  createdAt: created_at,
});

const toKey = (row: KeyRow): KeyRecord => ({
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
  createdAt: row.created_at,
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
});

/** Counts of days that are deleted together. */
const DAYS_AT_A_TIME = 2_000;

/** The statements that calls run, prepared once. */
export const prepareCalls = (database: Database) => {
  const goodKey = database.prepare<[string], KeyRow & { balance: number }>(
    `SELECT keys.*, accounts.balance FROM keys JOIN accounts ON accounts.id = keys.account_id
     WHERE keys.hash = ? AND keys.revoked_at IS NULL`,
  );
  const answered = database
    .prepare<[string, number, string], number>(
      'SELECT calls FROM daily_calls WHERE day = ? AND key_id = ? AND network = ?',
    )
    .pluck();
  const debit = database
    .prepare<[number, number], number>('UPDATE accounts SET balance = balance - ? WHERE id = ? RETURNING balance')
    .pluck();
  const addCharge = database.prepare(
    'INSERT INTO charges (account_id, key_id, day, call, credits, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const countDaily = database.prepare(
    `INSERT INTO daily_calls (day, key_id, network, calls) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET calls = calls + 1`,
  );
  const countUsage = database.prepare(
    `INSERT INTO usage_by_day (account_id, day, calls, credits) VALUES (?, ?, 1, ?)
     ON CONFLICT DO UPDATE SET calls = calls + 1, credits = credits + excluded.credits`,
  );
  const usage = database.prepare<[number, string, string], UsageDay>(
    'SELECT day, calls, credits FROM usage_by_day WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day',
  );
  const forgetDays = database.prepare<[string]>(
    `DELETE FROM daily_calls WHERE (day, key_id, network) IN (SELECT day, key_id, network FROM daily_calls WHERE day < ? LIMIT ${DAYS_AT_A_TIME})`,
  );
  return {
    findKey(hash: string): { key: KeyRecord; balance: number } | undefined {
      const row = goodKey.get(hash);
      return row && { key: toKey(row), balance: row.balance };
    },
    answered: (keyId: number, day: string, network: string): number => answered.get(day, keyId, network) ?? 0,
    /** One charge, its day's count and the balance's change. Gives the balance after it. */
    charge(key: KeyRecord, { daily }: Claim, { call, credits, day, at }: Charge): number {
      addCharge.run(key.accountId, key.id, day, call, credits, at);
      countUsage.run(key.accountId, day, credits);
      for (const { network } of daily?.counts ?? []) countDaily.run(daily?.day, key.id, network);
      return debit.get(credits, key.accountId) as number;
    },
    usage: (accountId: number, first: string, last: string): UsageDay[] => usage.all(accountId, first, last),
    /** Some at a time: calls go on in between. */
    async forgetDaysBefore(day: string): Promise<void> {
      while (forgetDays.run(day).changes === DAYS_AT_A_TIME) await new Promise(setImmediate);
    },
  };
};

/** The statements of administration. Rare: each is prepared when it runs. What takes several is a transaction. */
export const prepareAdministration = (database: Database) => {
  const balanceOf = (id: number) =>
    database.prepare<[number], number>('SELECT balance FROM accounts WHERE id = ?').pluck().get(id);
  const addGrant = (accountId: number, credits: number, at: number) =>
    database.prepare('INSERT INTO grants (account_id, credits, at) VALUES (?, ?, ?)').run(accountId, credits, at);
  return {
    createAccount: database.transaction(({ name, balance, createdAt }: Omit<AccountRecord, 'id'>): AccountRecord => {
      const row = database
        .prepare<unknown[], AccountRow>('INSERT INTO accounts (name, balance, created_at) VALUES (?, ?, ?) RETURNING *')
        .get(name, balance, createdAt) as AccountRow;
      if (balance > 0) addGrant(row.id, balance, createdAt);
      return toAccount(row);
    }).immediate,
    listAccounts: () => database.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY id').all().map(toAccount),
    grant: database.transaction((accountId: number, credits: number, at: number): number | undefined => {
      const balance = balanceOf(accountId);
      if (balance === undefined) return undefined;
      if (!Number.isSafeInteger(balance + credits)) throw tooManyCredits();
      addGrant(accountId, credits, at);
      return database
        .prepare<[number, number], number>('UPDATE accounts SET balance = balance + ? WHERE id = ? RETURNING balance')
        .pluck()
        .get(credits, accountId);
    }).immediate,
    createKey: database.transaction((key: NewKey): KeyRecord | undefined => {
      if (balanceOf(key.accountId) === undefined) return undefined;
      const row = database
        .prepare<unknown[], KeyRow>(
          `INSERT INTO keys (account_id, kind, hash, hint, origins, shows_balance, daily_limit, daily_budget, answers, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        )
        .get(
          key.accountId,
          key.kind,
          key.hash,
          key.hint,
          JSON.stringify(key.origins),
          Number(key.showsBalance),
          key.dailyLimit ?? null,
          key.dailyBudget ?? null,
          key.answers ?? null,
          key.createdAt,
        );
      return row && toKey(row);
    }).immediate,
    listKeys: (accountId?: number) =>
      database
        .prepare<[number | null], KeyRow>('SELECT * FROM keys WHERE account_id = ifnull(?, account_id) ORDER BY id')
        .all(accountId ?? null)
        .map(toKey),
    revokeKey: (id: number, at: number) =>
      database.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, id).changes === 1,
    remember: database.transaction((name: string, value: string): string => {
      database.prepare('INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
      return database.prepare<[string], string>('SELECT value FROM kept WHERE name = ?').pluck().get(name) as string;
    }).immediate,
    recall: (name: string) =>
      database.prepare<[string], string>('SELECT value FROM kept WHERE name = ?').pluck().get(name),
    replace: (name: string, value: string): void =>
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
    /** The log beside the file has what its pages held before: with it emptied, `secure_delete` has overwritten all. */
    scrub: (): void => {
      const [found] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
      if (found?.busy) throw busyError('Another process keeps the log beside the database from being emptied.');
    },
    ping: () => void database.prepare('SELECT count(*) FROM kept').get(),
  };
};
