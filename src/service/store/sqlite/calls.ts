import type { Database } from 'better-sqlite3';
import type { Admitted, Charge, KeyRecord, Terms, Ticket } from '../interfaces/accounts.js';
import type { ReservedCall } from '../tickets.js';
import type { Claims } from './claims.js';
import { isBusy, toStoreError } from './errors.js';
import { GroupCommit, type WriteOutcome } from './group-commit.js';
import { toKey, type KeyRow } from './keys.js';
import { busyRetries } from './open.js';

/** Options of writing calls. */
export interface CallsOptions {
  /** Path of the database file, made if it is missing; `:memory:` for one that ends with the process. */
  readonly file: string;
  /** Called with each batch of charges that became durable: how many, and in how many seconds. Must not throw. */
  readonly onBatch?: ((size: number, seconds: number) => void) | undefined;
}

type Settlement = ReservedCall & { readonly charge: Charge };

/** Writes one charge, its day's count and the balance's change. Returns the balance after it. */
const prepareCharge = (database: Database) => {
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
  return ({ key, claim: { daily }, charge: { call, credits, day, at } }: Settlement): number => {
    addCharge.run(key.accountId, key.id, day, call, credits, at);
    countUsage.run(key.accountId, day, credits);
    for (const { counter } of daily?.counts ?? []) countDaily.run(daily?.day, key.id, counter);
    return debit.get(credits, key.accountId) as number;
  };
};

/** Writes charges together. */
const prepareBatch = (database: Database) => {
  const chargeOne = prepareCharge(database);
  const chargeInSavepoint = database.transaction(chargeOne);
  const writeAll = (batch: readonly Settlement[], write: (settlement: Settlement) => WriteOutcome<number>) =>
    database.transaction(() => batch.map(write)).immediate();

  /**
   * Writes all charges at once, which nearly always succeeds; if that fails, writes each with a savepoint of its own.
   */
  return (batch: readonly Settlement[]): WriteOutcome<number>[] => {
    try {
      return writeAll(batch, (settlement) => ({ outcome: chargeOne(settlement) }));
    } catch (error) {
      if (isBusy(error)) throw error;
    }
    return writeAll(batch, (settlement) => {
      try {
        return { outcome: chargeInSavepoint(settlement) };
      } catch (failure) {
        // A full disk ends the whole transaction, with the charges before this one in it: then the batch fails as a whole.
        if (!database.inTransaction) throw failure;
        return { failure };
      }
    });
  };
};

/**
 * The database operations of calls. `claims` has the reservations of calls in progress. Settled calls that arrive
 * together share a commit.
 */
export const prepareCalls = (database: Database, claims: Claims, { file, onBatch }: CallsOptions) => {
  const goodKey = database.prepare<[string], KeyRow & { balance: number }>(
    `SELECT keys.*, accounts.balance FROM keys JOIN accounts ON accounts.id = keys.account_id
     WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed_at IS NULL`,
  );
  const answered = database
    .prepare<[string, number, string], number>(
      'SELECT calls FROM daily_calls WHERE day = ? AND key_id = ? AND network = ?',
    )
    .pluck();
  const findKey = (hash: string): { readonly key: KeyRecord; readonly balance: number } | undefined => {
    const row = goodKey.get(hash);
    return row && { key: toKey(row), balance: row.balance };
  };
  const write = prepareBatch(database);
  const settlements = new GroupCommit<Settlement, number>((batch) => {
    const since = performance.now();
    const written = write(batch);
    onBatch?.(batch.length, (performance.now() - since) / 1000);
    return written;
  }, busyRetries);

  return {
    findKey,
    admit<Denial>(hash: string, terms: (key: KeyRecord) => Terms<Denial>): Admitted<Denial> {
      const found = findKey(hash);
      if (!found) return { outcome: 'unknown-key' };
      const { key, balance } = found;
      const said = terms(key);
      if ('denial' in said) return { outcome: 'denied', key, denial: said.denial };
      const { daily } = said.claim;
      const taken = claims.reserve(key, said.claim, {
        balance,
        answered: (network) => answered.get(daily?.day ?? '', key.id, network) ?? 0,
      });
      return typeof taken === 'string'
        ? { outcome: 'short', key, limitKind: taken }
        : { outcome: 'admitted', key, ticket: taken };
    },
    async settle(ticket: Ticket, charge: Charge): Promise<{ readonly balance: number }> {
      const held = claims.beginSettling(ticket, charge.credits);
      try {
        return { balance: await settlements.add({ ...held, charge }) };
      } catch (error) {
        // The error is translated here, since the batch was retried already, and the ticket is used up.
        throw toStoreError(error, file);
      } finally {
        claims.free(ticket);
      }
    },
    split: (ticket: Ticket, credits: readonly number[]): readonly Ticket[] => claims.split(ticket, credits),
    release: (ticket: Ticket): void => claims.release(ticket),
    /** Writes all waiting work now. */
    flush: (): void => settlements.flush(),
  };
};
