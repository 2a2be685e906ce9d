import { orLate } from '../timing/index.js';
import type { Accounts, Contacts } from './accounts/index.js';
import { ADMIN_PATHS, createAdminApp } from './app/admin/admin.js';
import { createApp } from './app/app.js';
import { callerBehind } from './app/caller.js';
import {
  defaultTimeouts,
  listen,
  type Listening,
  type ListenOptions,
  type ListenAddress,
  type ServerTimeouts,
} from './app/listen.js';
import { isBatchPath } from './app/parse-batch.js';
import type { AppParts, ConnectionInfo } from './app/parts.js';
import { createReadiness, type ReadinessParts } from './app/readiness.js';
import type { Lists } from './bulk/index.js';
import type { Webhooks } from './webhook/index.js';
import type { ConsoleLinks } from './console/index.js';

/** A service that answers. */
export interface Service {
  /** Answers one request; `caller` has the properties of its socket. */
  fetch(request: Request, caller?: ConnectionInfo): Promise<Response>;
  /** Listens for HTTP. Rejects with the system's error (`EADDRINUSE`) if it cannot listen there. */
  listen(address: ListenAddress): Promise<Pick<Listening, 'url' | 'port'>>;
  /** Listens for the admin API, on a port of its own, for callers with the token. Rejects as `listen` does. */
  listenForAdmin(address: ListenAddress & { readonly token: string }): Promise<Pick<Listening, 'url' | 'port'>>;
  /** Administration of accounts, keys and credits. */
  readonly accounts: Accounts;
  /** The operator's own contacts, and how they are deleted. */
  readonly contacts: Contacts;
  /** The lists that accounts have uploaded. */
  readonly lists: Lists;
  /** Where accounts' events are sent. */
  readonly webhooks: Webhooks;
  /** One-time links to the account console. */
  readonly links: ConsoleLinks;
  /** Accepts no more calls, answers those in progress, then closes the engine, the database and all sockets. */
  close(): Promise<void>;
}

/** The parts of a running service. None reveals the secret or the database's URL. */
export interface ServiceParts {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly lists: Lists;
  readonly webhooks: Webhooks;
  readonly links: ConsoleLinks;
  /** Parts for the routes, except those that the service itself provides. */
  readonly app: Omit<AppParts, 'isClosing' | 'readiness' | 'uploadMilliseconds'>;
  /** The checks whether the service is ready. */
  readonly readinessChecks: Pick<ReadinessParts, 'store' | 'resolver' | 'isMailPortClosed'>;
  /** Number of trusted reverse proxies before the service; 0 if absent. */
  readonly trustedHops?: number | undefined;
  /** Timeouts of slow callers over HTTP, and the maximum number of connections. */
  readonly timeouts?: Partial<ServerTimeouts> | undefined;
  /** Milliseconds that `close` waits for calls in progress before it cancels their verdicts; 25,000 if absent. */
  readonly drainMilliseconds?: number | undefined;
  /** Stops the work on lists. It continues after the next start. */
  readonly stopLists: () => Promise<void>;
  /** Stops the sending of webhooks. It continues after the next start. */
  readonly stopWebhooks: () => Promise<void>;
  /** Cancels the verdicts in progress: they become Unknown, which costs nothing. */
  readonly stopVerdicts: () => Promise<void>;
  /** Closes everything else. Called when no call is in progress any more. */
  readonly close: () => Promise<void>;
}

const DRAIN_MILLISECONDS = 25_000;
const UPLOAD_MARGIN = 10_000;

/** A service over its parts. */
export class RunningService implements Service {
  readonly accounts: Accounts;
  readonly contacts: Contacts;
  readonly lists: Lists;
  readonly webhooks: Webhooks;
  readonly links: ConsoleLinks;
  readonly #parts: ServiceParts;
  readonly #app: ReturnType<typeof createApp>;
  readonly #inProgress = new Set<Promise<Response>>();
  readonly #servers: Listening[] = [];
  #closed: Promise<void> | undefined;

  constructor(parts: ServiceParts) {
    const { accounts, contacts, lists, webhooks, links, app, readinessChecks } = parts;
    const isClosing = () => this.#closed !== undefined;
    this.accounts = accounts;
    this.contacts = contacts;
    this.lists = lists;
    this.webhooks = webhooks;
    this.links = links;
    this.#parts = parts;
    this.#app = createApp({
      ...app,
      uploadMilliseconds: this.#uploadMilliseconds,
      isClosing,
      readiness: createReadiness({ ...readinessChecks, isClosing }),
    });
    app.metrics?.countInProgress(() => this.#inProgress.size);
  }

  fetch(request: Request, caller: ConnectionInfo = {}): Promise<Response> {
    const { trustedHops = 0 } = this.#parts;
    return this.#begin(this.#app.fetch(request, callerBehind(trustedHops, request, caller)));
  }

  async #begin(answering: Response | Promise<Response>): Promise<Response> {
    const answer = Promise.resolve(answering);
    this.#inProgress.add(answer);
    try {
      return await answer;
    } finally {
      this.#inProgress.delete(answer);
    }
  }

  get #uploadMilliseconds(): number {
    return this.#parts.timeouts?.uploadMilliseconds ?? defaultTimeouts.uploadMilliseconds;
  }

  listen(address: ListenAddress): Promise<Pick<Listening, 'url' | 'port'>> {
    return this.#listen(address, (request, caller) => this.fetch(request, caller), {
      path: '*',
      takesBodies: (target) => isBatchPath(target.replace(/\?.*/, '')) || 'asked',
      // The timeout of an upload answers before that of the connection.
      requestMilliseconds: this.#uploadMilliseconds + UPLOAD_MARGIN,
    });
  }

  listenForAdmin({
    token,
    ...address
  }: ListenAddress & { readonly token: string }): Promise<Pick<Listening, 'url' | 'port'>> {
    const { accounts, contacts, lists } = this;
    const { now, onCall, onFault } = this.#parts.app;
    const admin = createAdminApp({ accounts, contacts, lists, token, now, onCall, onFault });
    return this.#listen(address, (request, caller) => this.#begin(admin.fetch(request, caller)), {
      path: ADMIN_PATHS,
      isPrivate: true,
      takesBodies: () => true,
    });
  }

  async #listen(
    address: ListenAddress,
    answer: (request: Request, caller: ConnectionInfo) => Promise<Response>,
    {
      path,
      requestMilliseconds,
      ...how
    }: Pick<ListenOptions, 'isPrivate' | 'takesBodies'> &
      Partial<Pick<ServerTimeouts, 'requestMilliseconds'>> & { readonly path: string },
  ): Promise<Pick<Listening, 'url' | 'port'>> {
    const { app, timeouts = {} } = this.#parts;
    const server = await listen(answer, address, {
      envelope: app.names.envelope,
      ...how,
      timeouts: { ...(requestMilliseconds !== undefined && { requestMilliseconds }), ...timeouts },
      onMalformedRequest: (status) => app.onCall?.({ at: app.now(), path, status, credits: 0, milliseconds: 0 }),
    });
    this.#servers.push(server);
    return { url: server.url, port: server.port };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { stopLists, stopWebhooks, stopVerdicts, close, drainMilliseconds = DRAIN_MILLISECONDS } = this.#parts;
    this.#parts.app.console?.close();
    const closing = this.#servers.map((server) => server.close());
    await Promise.all([stopLists(), stopWebhooks()]);
    await orLate(Promise.allSettled([...this.#inProgress, ...closing]), drainMilliseconds, undefined);
    await stopVerdicts();
    await Promise.allSettled([...this.#inProgress, ...closing]);
    await close();
  }
}
