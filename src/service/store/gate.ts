import { setTimeout as sleep } from 'node:timers/promises';
import { isAway, storeClosed, StoreError } from './errors.js';
import { RETRY_DELAY_MS, noRetries, type RetryPolicy } from './retry-policy.js';
import type { AccountStore, Ticket } from './port/accounts.js';
import type { ListStore } from './port/lists.js';
import type { MaintenanceStore } from './port/maintenance.js';
import type { ProfileStore } from './port/profiles.js';
import type { Store } from './port/store.js';

/** The name under which a read or a write is tried. */
const PROBED = 'probed';

/** A sub-store as a database has it: its methods may answer at once, or throw. */
export type Part<SubStore> = {
  readonly [Name in keyof SubStore]: SubStore[Name] extends (...given: infer Given) => Promise<infer Value>
    ? (...given: Given) => Value | Promise<Value>
    : never;
};

/** A database behind a {@link Gate}. */
export interface Parts {
  readonly accounts: Part<AccountStore>;
  readonly profiles: Part<ProfileStore>;
  readonly lists: Part<ListStore>;
  readonly maintenance: Part<MaintenanceStore>;
  /** Writes what waits to be written, then lets go of the database. */
  readonly close: () => Promise<void>;
}

/** What a gate does with failures; they are passed on as they are if absent. */
export interface GateOptions {
  /** What a failure of the database means to callers. */
  readonly translated?: (error: unknown) => unknown;
  /** Which failures work is tried again after. */
  readonly retries?: RetryPolicy;
}

/** A {@link Store} over a database's parts: lets nobody in after it was closed, tries again what may pass, and notes failures. */
export class Gate implements Store {
  readonly accounts: AccountStore;
  readonly profiles: ProfileStore;
  readonly lists: ListStore;
  readonly maintenance: MaintenanceStore;
  readonly #parts: Parts;
  readonly #options: GateOptions;
  #closed: Promise<void> | undefined;
  /** What failed that may have to do with writing, counted, and how much of that is over, since something was written later. */
  #failures = 0;
  #mended = 0;

  constructor(parts: Parts, options: GateOptions = {}) {
    this.#parts = parts;
    this.#options = options;
    this.accounts = {
      ...this.#guarded<AccountStore>(parts.accounts),
      // Also after the store was closed: the last calls may end later.
      release: async (ticket: Ticket) => parts.accounts.release(ticket),
    };
    this.profiles = this.#guarded<ProfileStore>(parts.profiles);
    this.lists = this.#guarded<ListStore>(parts.lists);
    this.maintenance = this.#guarded<MaintenanceStore>(parts.maintenance);
  }

  /** After a failure it proves nothing that the database can be read: then it is written to. */
  async ping(): Promise<void> {
    const { recall, replace } = this.#parts.maintenance;
    const known = this.#failures;
    await this.#run<unknown>(() => (known > this.#mended ? replace(PROBED, new Date().toISOString()) : recall(PROBED)));
    // What failed meanwhile is not over.
    this.#mended = Math.max(this.#mended, known);
  }

  close(): Promise<void> {
    this.#closed ??= this.#parts.close();
    return this.#closed;
  }

  /** The same methods, each of which goes through the gate. */
  #guarded<SubStore>(part: Part<SubStore>): SubStore {
    type Method = (...given: readonly unknown[]) => unknown;
    const methods = Object.entries<Method>(part as Readonly<Record<string, Method>>);
    return Object.fromEntries(
      methods.map(([name, method]) => [name, (...given: readonly unknown[]) => this.#run(() => method(...given))]),
    ) as SubStore;
  }

  async #run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    const { translated = (error) => error, retries = noRetries } = this.#options;
    const until = performance.now() + retries.milliseconds;
    for (;;) {
      if (this.#closed) throw storeClosed();
      try {
        return await work();
      } catch (error) {
        if (!retries.passes(error) || performance.now() >= until) throw this.#noted(translated(error));
      }
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Remembers a failure for {@link ping}, if it is one of the database and not of what was asked of it. Gives it back, to be thrown. */
  #noted(error: unknown): unknown {
    if (error instanceof StoreError && isAway(error)) this.#failures++;
    return error;
  }
}
