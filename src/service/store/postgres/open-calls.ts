import { randomBytes } from 'node:crypto';
import { storeClosed, StoreError } from '../errors.js';
import type { Admitted, Charge, KeyRecord, Terms, Ticket } from '../interfaces/accounts.js';
import { Tickets } from '../tickets.js';
import { prepareCalls } from './calls.js';
import type { PostgresDatabase } from './database.js';

/** Options of writing calls. */
export interface CallsOptions {
  /** Called with each batch of charges that became durable: how many, and in how many seconds. Must not throw. */
  readonly onBatch?: ((size: number, seconds: number) => void) | undefined;
  /** Milliseconds between two reports that the process is alive; 3,000 if absent. */
  readonly heartbeatMilliseconds?: number;
}

const HEARTBEAT_MILLISECONDS = 3_000;

/** A process that has not reported for this long counts as dead, and what its calls have reserved is released. */
const DEAD_AFTER = '15 seconds';

/**
 * The calls of one process that are in progress. What they have reserved is in the database: this process's memory has only tickets, which
 * say what to settle.
 */
export class OpenCalls {
  readonly #database: PostgresDatabase;
  /** A name that no other process has had. */
  readonly #process = randomBytes(8).readBigInt64BE().toString();
  readonly #tickets = new Tickets();
  readonly #calls: ReturnType<typeof prepareCalls>;
  readonly #heartbeatMilliseconds: number;
  #heartbeatTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(database: PostgresDatabase, { onBatch, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS }: CallsOptions) {
    this.#database = database;
    this.#calls = prepareCalls(database, this.#process, onBatch);
    this.#heartbeatMilliseconds = heartbeatMilliseconds;
  }

  /** Reports to the database that this process lives, now and from time to time; the database then releases what dead processes reserved. */
  async start(): Promise<void> {
    await this.#heartbeat();
    this.#scheduleHeartbeat();
  }

  findKey(hash: string): Promise<{ readonly key: KeyRecord; readonly balance: number } | undefined> {
    return this.#calls.findKey(hash);
  }

  async admit<Denial>(hash: string, terms: (key: KeyRecord) => Terms<Denial>): Promise<Admitted<Denial>> {
    const found = await this.#calls.findKey(hash);
    if (!found) return { outcome: 'unknown-key' };
    // Closed meanwhile: a claim would stay until other processes consider this one dead.
    if (this.#isClosed) throw storeClosed();
    const { key } = found;
    const said = terms(key);
    if ('denial' in said) return { outcome: 'denied', key, denial: said.denial };
    const ticket = this.#tickets.open({ key, claim: said.claim });
    try {
      const outcome = await this.#calls.claim({ number: ticket.id, key, claim: said.claim });
      if (outcome === 'admitted') return { outcome, key, ticket };
      this.#tickets.close(ticket);
      return outcome === 'unknown-key' ? { outcome } : { outcome: 'short', key, limitKind: outcome };
    } catch (error) {
      // The reservation may exist although the answer was lost: one without a ticket is freed by the next heartbeat.
      this.#tickets.close(ticket);
      throw error;
    }
  }

  async settle(ticket: Ticket, charge: Charge): Promise<{ readonly balance: number }> {
    const held = this.#tickets.beginSettling(ticket, charge.credits);
    try {
      const { outcome, balance } = await this.#calls.charge({ number: ticket.id, ...held, charge });
      if (outcome === 'charged') return { balance };
    } finally {
      this.#tickets.close(ticket);
    }
    throw new StoreError(
      'lapsed',
      `This process lost its database for too long: the call's reserved credits were released, and the account has fewer than ${charge.credits} credits left.`,
    );
  }

  async split(ticket: Ticket, credits: readonly number[]): Promise<readonly Ticket[]> {
    const parts = this.#tickets.split(ticket, credits);
    try {
      await this.#calls.split(
        ticket.id,
        parts.map(({ id }) => id),
        credits,
      );
      return parts;
    } catch (error) {
      // The parts may exist although the answer was lost: those without a ticket are freed by the next heartbeat.
      for (const part of parts) this.#tickets.close(part);
      throw error;
    }
  }

  async release(ticket: Ticket): Promise<void> {
    if (!this.#tickets.release(ticket) || this.#isClosed) return;
    await this.#calls.release(ticket.id).catch((error: unknown) => {
      // The next heartbeat that arrives frees it.
      if (!(error instanceof StoreError)) throw error;
    });
  }

  /** Waits for writes in progress, and releases the remaining claims. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#heartbeatTimer);
    await this.#calls.settled();
    // If the database is unreachable, other processes release the rest later.
    await this.#database.query('SELECT email_check.leave($1)', [this.#process]).catch(() => undefined);
  }

  #scheduleHeartbeat(): void {
    this.#heartbeatTimer = setTimeout(() => {
      // If one is missed or not answered yet, the next one replaces it.
      void this.#heartbeat().catch(() => undefined);
      this.#scheduleHeartbeat();
    }, this.#heartbeatMilliseconds).unref();
  }

  async #heartbeat(): Promise<void> {
    await this.#database.quickQuery('SELECT email_check.beat($1, $2, $3, $4)', [
      this.#process,
      this.#tickets.lastId,
      this.#tickets.ids,
      DEAD_AFTER,
    ]);
  }
}
