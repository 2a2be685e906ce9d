import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { Claims } from './claims.js';
import { StoreError } from '../errors.js';
import { GroupCommit, type Written } from './group-commit.js';
import type { Admitted, Charge, KeyRecord, Store, Terms, Ticket } from '../port.js';
import { prepareKeeping } from './keeping.js';
import { prepareLists } from './lists.js';
import { isBusy, translated } from './errors.js';
import { BUSY_MILLISECONDS, lockForService, openDatabase, setBusyTimeout } from './open.js';
import { prepareAdministration, prepareCalls } from './statements.js';
import { StoreOfParts } from '../store-of-parts.js';
import type { OpenTicket } from '../tickets.js';

/** How a file is opened. */
export interface SqliteOptions {
  /** Path of the database file, made where it is missing; `:memory:` for one that ends with the process. */
  readonly file: string;
  /** What for: only one `service` at a time may have a file, while `administration` (accounts, keys, grants) may join it. */
  readonly purpose: 'service' | 'administration';
  /** Told of each batch of charges that became durable: how many, and in how many seconds. Must not throw. */
  readonly onBatch?: ((size: number, seconds: number) => void) | undefined;
}

const AGAIN_AFTER_MILLISECONDS = 20;

type Settlement = OpenTicket & { readonly charge: Charge };

/** {@link Store} in one SQLite file, for one service process. Settled calls that arrive together share a commit. */
class SqliteStore extends StoreOfParts implements Store {
  readonly #database: Database;
  readonly #unlock: () => void;
  readonly #claims: Claims;
  readonly #calls: ReturnType<typeof prepareCalls>;
  readonly #settlements = new GroupCommit<Settlement, number>((batch) => this.#writeWatched(batch), {
    passes: isBusy,
    milliseconds: BUSY_MILLISECONDS,
  });
  readonly #options: SqliteOptions;

  constructor(database: Database, unlock: () => void, options: SqliteOptions) {
    const calls = prepareCalls(database);
    const claims = new Claims();
    super({
      ...calls,
      ...prepareAdministration(database),
      ...prepareKeeping(database),
      ...prepareLists(database, claims),
    });
    this.#claims = claims;
    this.#database = database;
    this.#unlock = unlock;
    this.#options = options;
    this.#calls = calls;
  }

  admit<Denial>(hash: string, terms: (key: KeyRecord) => Terms<Denial>): Promise<Admitted<Denial>> {
    return this.run((): Admitted<Denial> => {
      const found = this.#calls.findKey(hash);
      if (!found) return { outcome: 'unknown-key' };
      const { key, balance } = found;
      const said = terms(key);
      if ('denial' in said) return { outcome: 'denied', key, denial: said.denial };
      const { daily } = said.claim;
      const answered = (network: string) => this.#calls.answered(key.id, daily?.day ?? '', network);
      const taken = this.#claims.take(key, said.claim, { balance, answered });
      return typeof taken === 'string'
        ? { outcome: 'short', key, of: taken }
        : { outcome: 'admitted', key, ticket: taken };
    });
  }

  async settle(ticket: Ticket, charge: Charge): Promise<{ readonly balance: number }> {
    this.#assertOpen();
    const { key, claim } = this.#claims.settling(ticket, charge.credits);
    try {
      return { balance: await this.#settlements.add({ key, claim, charge }) };
    } catch (error) {
      throw this.noted(translated(error, this.#options.file));
    } finally {
      this.#claims.free(ticket);
    }
  }

  release(ticket: Ticket): Promise<void> {
    this.#claims.release(ticket);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#database.open) {
      setBusyTimeout(this.#database, BUSY_MILLISECONDS);
      this.#settlements.flush();
      this.#database.close();
      this.#unlock();
    }
    return Promise.resolve();
  }

  /** The driver is synchronous; what it throws becomes a rejection here, and another process's lock is waited for. */
  protected async run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    const until = performance.now() + BUSY_MILLISECONDS;
    for (;;) {
      this.#assertOpen();
      try {
        return await work();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw this.noted(translated(error, this.#options.file));
      }
      await sleep(AGAIN_AFTER_MILLISECONDS);
    }
  }

  #assertOpen(): void {
    if (!this.#database.open) throw new StoreError('closed', 'The store is closed: open it again before you use it.');
  }

  #writeWatched(batch: readonly Settlement[]): Written<number>[] {
    const since = performance.now();
    const written = this.#write(batch);
    this.#options.onBatch?.(batch.length, (performance.now() - since) / 1000);
    return written;
  }

  /** All at once, which nearly always succeeds; piece by piece, each with a savepoint of its own, where that fails. */
  #write(batch: readonly Settlement[]): Written<number>[] {
    try {
      return this.#writeAll(batch, (settlement) => ({ outcome: this.#charge(settlement) }));
    } catch (error) {
      if (isBusy(error)) throw error;
    }
    const one = this.#database.transaction((settlement: Settlement) => this.#charge(settlement));
    return this.#writeAll(batch, (settlement) => {
      try {
        return { outcome: one(settlement) };
      } catch (failure) {
        // A full disk ends the whole transaction, with the charges before this one in it: then the batch fails as a whole.
        if (!this.#database.inTransaction) throw failure;
        return { failure };
      }
    });
  }

  #writeAll(batch: readonly Settlement[], write: (settlement: Settlement) => Written<number>): Written<number>[] {
    return this.#database.transaction(() => batch.map(write)).immediate();
  }

  #charge({ key, claim, charge }: Settlement): number {
    return this.#calls.charge(key, claim, charge);
  }
}

/**
 * Opens a SQLite file as a {@link Store}.
 * @throws StoreError `in-use` while another service has the file, `foreign-file`, `newer-schema` or `cannot-open`.
 */
export const openSqliteStore = (options: SqliteOptions): Store => {
  const { file, purpose } = options;
  const unlock = purpose === 'service' ? lockForService(file) : () => undefined;
  try {
    const database = openDatabase(file);
    if (purpose === 'service') setBusyTimeout(database, 0);
    return new SqliteStore(database, unlock, options);
  } catch (error) {
    unlock();
    throw error;
  }
};
