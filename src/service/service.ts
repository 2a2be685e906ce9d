import { orLate } from '../timing/index.js';
import { neutralNames } from '../wire/index.js';
import { Accounts, Admission, ClockWatch, contactHash, Contacts, pseudonym, type Clock } from './accounts/index.js';
import { listsOf } from './administration.js';
import { ADMIN_PATHS, createAdminApp } from './app/admin/admin.js';
import { createApp } from './app/app.js';
import { callerBehind } from './app/caller.js';
import type { Caller } from './app/options.js';
import { createReadiness } from './app/readiness.js';
import { listen, type Listening, type ListenOptions, type ListenAddress } from './app/listen.js';
import { ListPace } from './bulk/list-pace.js';
import { startListWorkers, usualListWork, type ListWorkers, type ListWorkOptions } from './bulk/list-workers.js';
import type { Lists } from './bulk/lists.js';
import { ResultFiles } from './bulk/result-bytes.js';
import type { ListEvent } from './bulk/run-list.js';
import { startDeletions } from './deletions.js';
import { contactsProvider, createEnricher, type Provider } from './enrichment/index.js';
import type { CallEntry } from './log/index.js';
import { createLogos, type Logos } from './logo/index.js';
import { warnOfLooserFiles } from './private-files.js';
import type { ServiceOptions } from './service-options.js';
import { isAway, openStore, StoreError, type ProfileStore, type Store } from './store/index.js';

/** A service that answers. */
export interface Service {
  /** Answers one request; `caller` is what its socket says. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /** Answers over HTTP. Rejects with what the system says (`EADDRINUSE`) if the address cannot be used. */
  listen(address: ListenAddress): Promise<Pick<Listening, 'url' | 'port'>>;
  /** Answers the admin API over HTTP, at a place of its own, to callers with the token. Rejects as `listen` does. */
  listenForAdmin(address: ListenAddress & { readonly token: string }): Promise<Pick<Listening, 'url' | 'port'>>;
  /** Administration of accounts, keys and credits. */
  readonly accounts: Accounts;
  /** What the operator knows of people, and how it is forgotten. */
  readonly contacts: Contacts;
  /** The lists that accounts have uploaded. */
  readonly lists: Lists;
  /** Accepts no more calls, answers those in progress, and closes engine, database and sockets. */
  close(): Promise<void>;
}

const DRAIN_MILLISECONDS = 25_000;
/** So long after a verdict was asked for another one is expected. */
const BUSY_MILLISECONDS = 1_000;

const ownContacts = (store: ProfileStore, secret: string): Provider =>
  contactsProvider({
    hashOf: (address) => contactHash(secret, address),
    findContact: (hash) => store.findContact(hash),
  });

class RunningService implements Service {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly lists: Lists;
  readonly #store: Store;
  readonly #options: ServiceOptions;
  readonly #now: Clock;
  readonly #app: ReturnType<typeof createApp>;
  readonly #logos: Logos;
  readonly #underWay = new Set<Promise<Response>>();
  readonly #servers: Listening[] = [];
  readonly #endDeletions: () => Promise<void>;
  readonly #workers: ListWorkers | undefined;
  /** When a verdict was last asked for that somebody waits for, by the process's clock. */
  #askedAt = -Infinity;
  #closed: Promise<void> | undefined;

  constructor(options: ServiceOptions, store: Store, { accounts, watch }: { accounts: Accounts; watch: ClockWatch }) {
    const {
      secret,
      now = Date.now,
      names,
      metrics,
      onCall,
      onFault,
      providers = [],
      isResolverAnswering = () => Promise.resolve(true),
    } = options;
    const contacts = new Contacts(store, secret, now);
    const isClosing = () => this.#closed !== undefined;
    this.accounts = accounts;
    this.contacts = contacts;
    this.lists = listsOf(store, secret, now, () => this.#workers?.nudge());
    this.#store = store;
    this.#options = options;
    this.#now = now;
    this.#endDeletions = startDeletions({ ...options, contacts, lists: this.lists, mayDelete: () => watch.look() });
    this.#workers = options.listWork && this.#startWorkers(options.listWork);
    this.#logos = createLogos({
      store: store.profiles,
      fetcher: options.siteFetcher,
      hasBrands: options.brandLogos,
      isSpared: (domain) => options.reputation.isDisposable(domain),
      now,
      onFault,
    });
    this.#app = createApp({
      ...options,
      verify: (...asked) => {
        // Somebody waits: lists make room.
        this.#askedAt = performance.now();
        return options.engine.verify(...asked);
      },
      now,
      admission: new Admission(store, secret, now, { factors: options.dailyFactors, watch }),
      enricher: createEnricher({ stages: [[ownContacts(store.profiles, secret)], providers], onFault }),
      logos: this.#logos,
      lists: this.lists,
      resultFiles: new ResultFiles(store.lists),
      names: { ...neutralNames, ...names },
      onCall: metrics || onCall ? (entry) => this.#tell(entry) : undefined,
      pseudonymOf: onCall && ((email) => pseudonym(secret, email)),
      isClosing,
      readiness: createReadiness({ store: () => store.ping(), resolver: isResolverAnswering, isClosing }),
    });
    metrics?.countUnderWay(() => this.#underWay.size);
  }

  #startWorkers(asked: ListWorkOptions): ListWorkers {
    const { onFault = () => undefined } = this.#options;
    const { lists, idleFor, ...work } = { ...usualListWork, ...asked };
    const pace = new ListPace({ isBusy: () => performance.now() < this.#askedAt + BUSY_MILLISECONDS });
    return startListWorkers(
      { ...work, pace, store: this.#store.lists, now: this.#now, onEvent: (event) => this.#tellOfList(event) },
      { lists, idleFor, onFault },
    );
  }

  fetch(request: Request, caller: Caller = {}): Promise<Response> {
    const { trustedHops = 0 } = this.#options;
    return this.#begin(this.#app.fetch(request, callerBehind(trustedHops, request, caller)));
  }

  async #begin(answering: Response | Promise<Response>): Promise<Response> {
    const answer = Promise.resolve(answering);
    this.#underWay.add(answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  listen(address: ListenAddress): Promise<Pick<Listening, 'url' | 'port'>> {
    return this.#listen(address, (request, caller) => this.fetch(request, caller), { path: '*' });
  }

  listenForAdmin({
    token,
    ...address
  }: ListenAddress & { readonly token: string }): Promise<Pick<Listening, 'url' | 'port'>> {
    const { accounts, contacts, lists } = this;
    const { onFault } = this.#options;
    const admin = createAdminApp({
      accounts,
      contacts,
      lists,
      token,
      now: this.#now,
      onCall: (entry) => this.#tell(entry),
      onFault,
    });
    return this.#listen(address, (request, caller) => this.#begin(admin.fetch(request, caller)), {
      path: ADMIN_PATHS,
      isPrivate: true,
      takesBodies: true,
    });
  }

  async #listen(
    address: ListenAddress,
    answer: (request: Request, caller: Caller) => Promise<Response>,
    { path, ...how }: Pick<ListenOptions, 'isPrivate' | 'takesBodies'> & { readonly path: string },
  ): Promise<Pick<Listening, 'url' | 'port'>> {
    const { names, patience = {} } = this.#options;
    const server = await listen(answer, address, {
      envelope: names?.envelope,
      ...how,
      patience,
      onUnread: (status) => this.#tell({ at: this.#now(), path, status, credits: 0, milliseconds: 0 }),
    });
    this.#servers.push(server);
    return { url: server.url, port: server.port };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { engine, closeParts, drainMilliseconds = DRAIN_MILLISECONDS } = this.#options;
    const closing = this.#servers.map((server) => server.close());
    // What was asked for lists is asked again after the next start.
    await this.#workers?.close();
    await orLate(Promise.allSettled([...this.#underWay, ...closing]), drainMilliseconds, undefined);
    // Verdicts still in progress become Unknown now, which costs nothing.
    closeParts?.();
    await engine.close();
    await Promise.allSettled([...this.#underWay, ...closing]);
    await this.#endDeletions();
    await this.#logos.close();
    await this.#store.close();
  }

  #tell(entry: CallEntry): void {
    const { metrics, onCall } = this.#options;
    this.#guarded(() => {
      metrics?.onCall(entry);
      onCall?.(entry);
    });
  }

  #tellOfList(event: ListEvent): void {
    const { metrics, onList } = this.#options;
    this.#guarded(() => {
      metrics?.onList(event);
      onList?.(event);
    });
  }

  /** What watches must cost neither a caller the answer nor the service its life. */
  #guarded(tell: () => void): void {
    try {
      tell();
    } catch (fault) {
      this.#options.onFault?.(fault);
    }
  }
}

/**
 * Opens the database and makes a service over it. It answers at once through `fetch`, and over HTTP after `listen`.
 * @throws StoreError if the database cannot be used (`in-use` by another service, `cannot-open`, …), AccountsError
 * `other-secret` if its keys were made under another secret.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { database, secret, now = Date.now, metrics, acceptsClock = false, onWarning = () => undefined } = options;
  const store = await openStore({ database, purpose: 'service', onBatch: metrics?.onBatch });
  try {
    const accounts = new Accounts(store, secret, now);
    await accounts.checkSecret();
    warnOfLooserFiles(database, onWarning);
    const watch = new ClockWatch({ store: store.maintenance, now, onWarning });
    await (acceptsClock ? watch.accept() : watch.look()).catch((error: unknown) => {
      // What there is can be read, and what stands in the way of writing can be mended while the service runs: it is not ready before.
      if (!(error instanceof StoreError) || !isAway(error)) throw error;
      onWarning(`${error.message} Calls are answered with 503 until it can be written to.`);
    });
    return new RunningService(options, store, { accounts, watch });
  } catch (error) {
    await store.close();
    throw error;
  }
};
