import type { ConsoleAnswer, ConsoleRouteName, consoleRoutes } from '../../wire/console/index.js';
import type { JsonFields } from '../body/fields.js';
import type { SessionRecord } from '../store/index.js';
import type { RouteParts } from './match-route.js';

/** The caller of a request, according to its socket or to trusted reverse proxies. */
export interface ConsoleCaller {
  /** IP address; absent on a UNIX socket. */
  readonly address?: string | undefined;
  /** The caller is on this machine, and its request passed no proxy. */
  readonly isLocal?: boolean | undefined;
  /** The scheme with which the outermost proxy was called; absent if no proxy says so. */
  readonly scheme?: 'http' | 'https' | undefined;
}

/** A change as the audit log keeps it. */
export interface Change {
  readonly detail?: string;
  readonly sessionId?: number | undefined;
  readonly accountId?: number | undefined;
}

/** A request that may be answered: its route, its caller and its body were checked. */
export interface Asked {
  readonly request: Request;
  readonly caller: ConsoleCaller;
  readonly query: URLSearchParams;
  readonly parts: RouteParts;
  /** Of a POST of JSON; empty otherwise. */
  readonly body: JsonFields;
  /** The URL of the service as its callers see it, without a slash at its end. */
  readonly serviceUrl: string;
  /** Whether the caller's browser uses TLS. */
  readonly isSecure: boolean;
  /** Says what was changed, for the audit log: no key, no address, no name of a file. */
  readonly note: (change: Change) => void;
}

/** A request of a session. */
export interface AskedInSession extends Asked {
  readonly session: SessionRecord;
  /** @throws ConsoleError 401 if the session has ended meanwhile. */
  readonly checkSession: () => Promise<void>;
}

/** A request about an account that exists, and that the session reaches. */
export interface AskedOfAccount extends AskedInSession {
  readonly account: number;
}

interface AskedBy {
  readonly anyone: Asked;
  readonly session: AskedInSession;
  readonly operator: AskedInSession;
  readonly account: AskedOfAccount;
}

/** Answers a route with an object for JSON, or with a whole response, such as a file. */
export type Handler<Name extends ConsoleRouteName> = (
  asked: AskedBy[(typeof consoleRoutes)[Name]['scope']],
) => Response | ConsoleAnswer<Name> | Promise<Response | ConsoleAnswer<Name>>;

/** A handler for each of these routes. */
export type Handlers<Names extends ConsoleRouteName = ConsoleRouteName> = { readonly [Name in Names]: Handler<Name> };

/** The number in a path. */
export const numberIn = ({ parts }: Pick<Asked, 'parts'>, part: string): number => Number(parts[part]);
