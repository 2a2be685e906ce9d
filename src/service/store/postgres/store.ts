import { randomBytes } from 'node:crypto';
import { StoreError } from '../errors.js';
import { prepareAdministration } from './administration.js';
import { prepareCalls } from './calls.js';
import { PostgresDatabase } from './database.js';
import { prepareKeeping } from './keeping.js';
import { prepareLists } from './lists.js';
import { migrate } from './migrate.js';
import type { Admitted, Charge, KeyRecord, Store, Terms, Ticket } from '../port.js';
import { StoreOfParts } from '../store-of-parts.js';
import { Tickets } from '../tickets.js';

/** How a database is opened. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/name`. */
  readonly url: string;
  /** What for: a `service` answers calls, `administration` (accounts, keys, grants) does not. Any number of either may share a database. */
  readonly purpose: 'service' | 'administration';
  /** Told of each batch of charges that became durable: how many, and in how many seconds. Must not throw. */
  readonly onBatch?: ((size: number, seconds: number) => void) | undefined;
  /** How often a service tells that it lives, in milliseconds; 3,000 where absent. */
  readonly beatMilliseconds?: number;
}

const BEAT_MILLISECONDS = 3_000;

/** After so long without a sign of life a process is taken for dead, and what its calls have set aside is given to others. */
const DEAD_AFTER = '15 seconds';

/**
 * {@link Store} in a PostgreSQL database, for any number of processes. What calls under way have set aside is in the database
 * too: this process's memory holds nothing but tickets, which say what to settle.
 */
class PostgresStore extends StoreOfParts implements Store {
  readonly #database: PostgresDatabase;
  readonly #process: string;
  readonly #tickets = new Tickets();
  readonly #calls: ReturnType<typeof prepareCalls>;
  readonly #beatMilliseconds: number;
  #beating: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;

  constructor(database: PostgresDatabase, { onBatch, beatMilliseconds = BEAT_MILLISECONDS }: PostgresOptions) {
    // A name that no other process has had.
    const process = randomBytes(8).readBigInt64BE().toString();
    const calls = prepareCalls(database, process, onBatch);
    super({
      findKey: calls.findKey,
      ...prepareAdministration(database),
      ...prepareKeeping(database),
      ...prepareLists(database),
    });
    this.#database = database;
    this.#process = process;
    this.#calls = calls;
    this.#beatMilliseconds = beatMilliseconds;
  }

  /** Tells the database that this process lives, now and from time to time, and has it free what dead ones held. */
  async start(): Promise<void> {
    await this.#beat();
    this.#beatLater();
  }

  async admit<Denial>(hash: string, terms: (key: KeyRecord) => Terms<Denial>): Promise<Admitted<Denial>> {
    const found = await this.findKey(hash);
    if (!found) return { outcome: 'unknown-key' };
    // Closed meanwhile: nobody would free what it claimed now, until others take this process for dead.
    this.#assertOpen();
    const { key } = found;
    const said = terms(key);
    if ('denial' in said) return { outcome: 'denied', key, denial: said.denial };
    const ticket = this.#tickets.open({ key, claim: said.claim });
    try {
      const outcome = await this.#calls.claim({ number: ticket.id, key, claim: said.claim });
      if (outcome === 'admitted') return { outcome, key, ticket };
      this.#tickets.close(ticket);
      return outcome === 'unknown-key' ? { outcome } : { outcome: 'short', key, of: outcome };
    } catch (error) {
      // It may be claimed all the same, where the answer was lost: a claim without a ticket is freed by the next beat.
      this.#tickets.close(ticket);
      throw this.noted(error);
    }
  }

  async settle(ticket: Ticket, charge: Charge): Promise<{ readonly balance: number }> {
    this.#assertOpen();
    const held = this.#tickets.settling(ticket, charge.credits);
    try {
      const { outcome, balance } = await this.#calls.charge({ number: ticket.id, ...held, charge });
      if (outcome === 'charged') return { balance };
    } catch (error) {
      throw this.noted(error);
    } finally {
      this.#tickets.close(ticket);
    }
    throw new StoreError(
      'lapsed',
      `This process was cut off from its database for too long: what the call had set aside went to others, and its account has not ${charge.credits} credits left.`,
    );
  }

  async release(ticket: Ticket): Promise<void> {
    if (!this.#tickets.release(ticket) || this.#closed) return;
    await this.#calls.release(ticket.id).catch((error: unknown) => {
      // The next beat that arrives frees it.
      if (!(error instanceof StoreError)) throw error;
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#beating);
    await this.#calls.settled();
    // A database that is away has others to free what is left.
    await this.#database.query('SELECT email_check.leave($1)', [this.#process]).catch(() => undefined);
    await this.#database.close();
  }

  #beatLater(): void {
    this.#beating = setTimeout(() => {
      // One that is missed, or not answered yet, is made up for by the next.
      void this.#beat().catch(() => undefined);
      this.#beatLater();
    }, this.#beatMilliseconds).unref();
  }

  async #beat(): Promise<void> {
    await this.#database.prompt('SELECT email_check.beat($1, $2, $3, $4)', [
      this.#process,
      this.#tickets.lastId,
      this.#tickets.ids,
      DEAD_AFTER,
    ]);
  }

  #assertOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'The store is closed: open it again before you use it.');
  }

  protected async run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    this.#assertOpen();
    try {
      return await work();
    } catch (error) {
      throw this.noted(error);
    }
  }
}

/**
 * Opens a PostgreSQL database as a {@link Store}. Its tables are in the schema `email_check`, made where it is missing.
 * @throws StoreError `cannot-open`, `foreign-file` or `newer-schema`.
 */
export const openPostgresStore = async (options: PostgresOptions): Promise<Store> => {
  const database = new PostgresDatabase(options.url);
  try {
    await migrate(database);
    const store = new PostgresStore(database, options);
    if (options.purpose === 'service') await store.start();
    return store;
  } catch (error) {
    await database.close();
    throw error;
  }
};
