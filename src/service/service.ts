import { neutralNames, type WireNames } from '../wire/index.js';
import { Accounts, Admission, contactHash, Contacts, pseudonym, type Clock } from './accounts/index.js';
import { listsOf, type AdministrationOptions } from './administration.js';
import { ADMIN_PATHS, createAdminApp } from './app/admin/admin.js';
import { createApp } from './app/app.js';
import { callerBehind } from './app/caller.js';
import type { AppOptions, CallEntry, Caller, Verifier } from './app/options.js';
import { createReadiness } from './app/readiness.js';
import { listen, type Listening, type ListenOptions, type Patience, type Place } from './app/listen.js';
import { ListPace } from './bulk/list-pace.js';
import { startListWorkers, usualListWork, type ListWorkers, type ListWorkOptions } from './bulk/list-workers.js';
import type { Lists } from './bulk/lists.js';
import { ResultFiles } from './bulk/result-bytes.js';
import type { ListEvent } from './bulk/run-list.js';
import { contactsProvider, createEnricher, type Provider } from './enrichment/index.js';
import { createLogos, type IconFetcher, type Logos } from './logo/index.js';
import { startRetention } from './retention.js';
import { openStore, type Store } from './store/index.js';

/** What a service is made of. */
export interface ServiceOptions
  extends
    AdministrationOptions,
    Pick<
      AppOptions,
      'engine' | 'reputation' | 'scriptFile' | 'onCall' | 'onFault' | 'metrics' | 'metricsFor' | 'publicUrl'
    > {
  /** The names that this host uses on the wire; the interface document's where absent. */
  readonly names?: Partial<WireNames>;
  /** Who is asked of the person behind an address where the operator's own contacts do not say; nobody where absent. */
  readonly providers?: readonly Provider[];
  /** Contacts imported more days ago than this are deleted; none where absent. */
  readonly retain?: number | undefined;
  /** Lists that ended more days ago than this, or than `retain`, are deleted with their results; none where both are absent. */
  readonly retainLists?: number | undefined;
  /** How uploaded lists are worked on here. Where absent they wait for another service on the same database. */
  readonly listWork?: ListWorkOptions | undefined;
  /** Told of what was written of lists. What it throws is told to `onFault`. */
  readonly onList?: ((event: ListEvent) => void) | undefined;
  /** Fetches the icons that domains' own sites declare; where absent no site is asked. */
  readonly siteFetcher?: IconFetcher | undefined;
  /** Whether name servers answer, for `/readyz`; they are taken to where absent. */
  readonly isResolverAnswering?: () => Promise<boolean>;
  /** Reverse proxies before the service whose word counts; 0 where absent. */
  readonly trustedHops?: number;
  /** How long slow callers are waited for over HTTP, and how many connections there may be. */
  readonly patience?: Partial<Patience>;
  /** How long `close` waits for calls under way before it calls their verdicts off, in milliseconds; 25,000 where absent. */
  readonly drainMilliseconds?: number;
}

/** A service that answers. */
export interface Service {
  /** Answers one request; `caller` is what its socket says. */
  fetch(request: Request, caller?: Caller): Promise<Response>;
  /** Answers over HTTP. Rejects with what the system says (`EADDRINUSE`) where the place cannot be had. */
  listen(place: Place): Promise<Pick<Listening, 'url' | 'port'>>;
  /** Answers the admin API over HTTP, at a place of its own, to whoever bears the token. Rejects as `listen` does. */
  listenForAdmin(place: Place & { readonly token: string }): Promise<Pick<Listening, 'url' | 'port'>>;
  /** Administration of accounts, keys and credits. */
  readonly accounts: Accounts;
  /** What the operator knows of people, and how it is forgotten. */
  readonly contacts: Contacts;
  /** The lists that accounts have uploaded. */
  readonly lists: Lists;
  /** Takes no more calls, answers those under way, and lets go of engine, database and sockets. */
  close(): Promise<void>;
}

const DRAIN_MILLISECONDS = 25_000;
/** So long after a verdict was asked for another one is expected. */
const BUSY_MILLISECONDS = 1_000;

/** Resolves when all answers are out, or after so many milliseconds. */
const answered = async (underWay: Iterable<Promise<unknown>>, milliseconds: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([Promise.allSettled(underWay), late]);
  clearTimeout(timer);
};

const ownContacts = (store: Store, secret: string): Provider =>
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
  readonly #endRetention: (() => Promise<void>)[] = [];
  readonly #workers: ListWorkers | undefined;
  /** When a verdict was last asked for that somebody waits for, by the process's clock. */
  #askedAt = -Infinity;
  #closed: Promise<void> | undefined;

  constructor(options: ServiceOptions, store: Store, accounts: Accounts) {
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
    this.#keepNoLonger(options);
    this.#workers = options.listWork && this.#startWorkers(options.listWork);
    this.#logos = createLogos({
      store,
      fetcher: options.siteFetcher,
      isSpared: (domain) => options.reputation.isDisposable(domain),
      now,
      onFault,
    });
    this.#app = createApp({
      ...options,
      engine: this.#noticed(options.engine),
      now,
      admission: new Admission(store, secret, now),
      enricher: createEnricher({ stages: [[ownContacts(store, secret)], providers], onFault }),
      logos: this.#logos,
      lists: this.lists,
      resultFiles: new ResultFiles(store),
      names: { ...neutralNames, ...names },
      onCall: metrics || onCall ? (entry) => this.#tell(entry) : undefined,
      pseudonymOf: onCall && ((email) => pseudonym(secret, email)),
      isClosing,
      readiness: createReadiness({ store: () => store.ping(), resolver: isResolverAnswering, isClosing }),
    });
    metrics?.countUnderWay(() => this.#underWay.size);
  }

  #keepNoLonger({ retain = Infinity, retainLists = Infinity, onFault }: ServiceOptions): void {
    const { contacts, lists } = this;
    const sweeps = [
      [retain, (days: number) => contacts.forgetOlderThan(days)],
      [
        Math.min(retain, retainLists),
        (days: number) => lists.cancelPausedOlderThan(days).then(() => lists.forgetOlderThan(days)),
      ],
    ] as const;
    for (const [days, sweep] of sweeps)
      if (days < Infinity) this.#endRetention.push(startRetention({ sweep: () => sweep(days), onFault }));
  }

  /** Notes when somebody waits for a verdict, so that lists make room. */
  #noticed(engine: Verifier): Verifier {
    return {
      verify: (...asked) => {
        this.#askedAt = performance.now();
        return engine.verify(...asked);
      },
      close: () => engine.close(),
    };
  }

  #startWorkers(asked: ListWorkOptions): ListWorkers {
    const { onFault = () => undefined } = this.#options;
    const { lists, idleFor, ...work } = { ...usualListWork, ...asked };
    const pace = new ListPace({ isBusy: () => performance.now() < this.#askedAt + BUSY_MILLISECONDS });
    return startListWorkers(
      { ...work, pace, store: this.#store, now: this.#now, onEvent: (event) => this.#tellOfList(event) },
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

  listen(place: Place): Promise<Pick<Listening, 'url' | 'port'>> {
    return this.#listen(place, (request, caller) => this.fetch(request, caller), { path: '*' });
  }

  listenForAdmin({ token, ...place }: Place & { readonly token: string }): Promise<Pick<Listening, 'url' | 'port'>> {
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
    return this.#listen(place, (request, caller) => this.#begin(admin.fetch(request, caller)), {
      path: ADMIN_PATHS,
      isPrivate: true,
      takesBodies: true,
    });
  }

  async #listen(
    place: Place,
    answer: (request: Request, caller: Caller) => Promise<Response>,
    { path, ...how }: Pick<ListenOptions, 'isPrivate' | 'takesBodies'> & { readonly path: string },
  ): Promise<Pick<Listening, 'url' | 'port'>> {
    const { names, patience = {} } = this.#options;
    const server = await listen(answer, place, {
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
    const { engine, drainMilliseconds = DRAIN_MILLISECONDS } = this.#options;
    const closing = this.#servers.map((server) => server.close());
    // What was asked for lists is asked again after the next start.
    await this.#workers?.close();
    await answered([...this.#underWay, ...closing], drainMilliseconds);
    // Verdicts still under way become Unknown now, which costs nothing.
    await engine.close();
    await Promise.allSettled([...this.#underWay, ...closing]);
    for (const end of this.#endRetention) await end();
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
 * @throws StoreError where the database cannot be used (`in-use` by another service, `cannot-open`, …), AccountsError
 * `other-secret` where its keys were made under another secret.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { database, secret, now = Date.now, metrics } = options;
  const store = await openStore({ database, purpose: 'service', onBatch: metrics?.onBatch });
  try {
    const accounts = new Accounts(store, secret, now);
    await accounts.checkSecret();
    return new RunningService(options, store, accounts);
  } catch (error) {
    await store.close();
    throw error;
  }
};
