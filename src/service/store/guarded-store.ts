import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporaryStoreError, storeClosed, StoreError } from './errors.js';
import { RETRY_DELAY_MS, noRetries, type RetryPolicy } from './retry-policy.js';
import type { AccountStore, Ticket } from './interfaces/accounts.js';
import type { ConsoleStore } from './interfaces/console.js';
import type { ListStore } from './interfaces/lists.js';
import type { MaintenanceStore } from './interfaces/maintenance.js';
import type { MannersStore } from './interfaces/manners.js';
import type { ProfileStore } from './interfaces/profiles.js';
import type { Store } from './interfaces/store.js';
import type { WebhookStore } from './interfaces/webhooks.js';

/** The name under which a read or a write is tried. */
const PROBE_NAME = 'probed';

/** A sub-store as a database has it: its methods may answer at once, or throw. */
export type DatabaseSubStore<SubStore> = {
  readonly [Name in keyof SubStore]: SubStore[Name] extends (...given: infer Given) => Promise<infer Value>
    ? (...given: Given) => Value | Promise<Value>
    : never;
};

/** A database behind a {@link GuardedStore}. */
export interface DatabaseSubStores {
  readonly accounts: DatabaseSubStore<AccountStore>;
  readonly profiles: DatabaseSubStore<ProfileStore>;
  readonly lists: DatabaseSubStore<ListStore>;
  readonly maintenance: DatabaseSubStore<MaintenanceStore>;
  readonly manners: DatabaseSubStore<MannersStore>;
  readonly console: DatabaseSubStore<ConsoleStore>;
  readonly webhooks: DatabaseSubStore<WebhookStore>;
  /** Writes all waiting work, then closes the database. */
  readonly close: () => Promise<void>;
}

/** Options of a guarded store about failures; they are passed on unchanged if absent. */
export interface GuardedStoreOptions {
  /** Translates a failure of the database to an error for callers. */
  readonly translate?: (error: unknown) => unknown;
  /** Failures after which work is tried again. */
  readonly retries?: RetryPolicy;
}

/**
 * A {@link Store} over a database's sub-stores: rejects calls after it was closed, retries temporary failures, and
 * records failures.
 */
export class GuardedStore implements Store {
  readonly accounts: AccountStore;
  readonly profiles: ProfileStore;
  readonly lists: ListStore;
  readonly maintenance: MaintenanceStore;
  readonly manners: MannersStore;
  readonly console: ConsoleStore;
  readonly webhooks: WebhookStore;
  readonly #subStores: DatabaseSubStores;
  readonly #options: GuardedStoreOptions;
  #closed: Promise<void> | undefined;
  /**
   * Number of failures that may concern writing, and the number of those that are over, because a later write
   * succeeded.
   */
  #failureCount = 0;
  #recoveredCount = 0;

  constructor(subStores: DatabaseSubStores, options: GuardedStoreOptions = {}) {
    this.#subStores = subStores;
    this.#options = options;
    this.accounts = {
      ...this.#guarded<AccountStore>(subStores.accounts),
      // Allowed after the store was closed, since the last calls may end later.
      release: async (ticket: Ticket) => subStores.accounts.release(ticket),
    };
    this.profiles = this.#guarded<ProfileStore>(subStores.profiles);
    this.lists = this.#guarded<ListStore>(subStores.lists);
    this.maintenance = this.#guarded<MaintenanceStore>(subStores.maintenance);
    this.manners = this.#guarded<MannersStore>(subStores.manners);
    this.console = this.#guarded<ConsoleStore>(subStores.console);
    this.webhooks = this.#guarded<WebhookStore>(subStores.webhooks);
  }

  /** Checks the database. After a failure it is not enough that the database can be read: then it is written to. */
  async ping(): Promise<void> {
    const { read, write } = this.#subStores.maintenance;
    const known = this.#failureCount;
    await this.#run<unknown>(() =>
      known > this.#recoveredCount ? write(PROBE_NAME, new Date().toISOString()) : read(PROBE_NAME),
    );
    // Failures that happened meanwhile still count.
    this.#recoveredCount = Math.max(this.#recoveredCount, known);
  }

  close(): Promise<void> {
    this.#closed ??= this.#subStores.close();
    return this.#closed;
  }

  /** The same methods, with retries and counted failures. */
  #guarded<SubStore>(subStore: DatabaseSubStore<SubStore>): SubStore {
    type Method = (...given: readonly unknown[]) => unknown;
    const methods = Object.entries<Method>(subStore as Readonly<Record<string, Method>>);
    return Object.fromEntries(
      methods.map(([name, method]) => [name, (...given: readonly unknown[]) => this.#run(() => method(...given))]),
    ) as SubStore;
  }

  async #run<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    const { translate = (error) => error, retries = noRetries } = this.#options;
    const until = performance.now() + retries.milliseconds;
    for (;;) {
      if (this.#closed) throw storeClosed();
      try {
        return await work();
      } catch (error) {
        if (!retries.isTemporary(error) || performance.now() >= until) throw this.#countFailure(translate(error));
      }
      await sleep(RETRY_DELAY_MS);
    }
  }

  /**
   * Records a failure for {@link ping}, if the database failed and not the call's arguments. Returns it, to be thrown.
   */
  #countFailure(error: unknown): unknown {
    if (error instanceof StoreError && isTemporaryStoreError(error)) this.#failureCount++;
    return error;
  }
}
