import type { Context } from 'hono';
import type { Result, Validation, WireNames } from '../../wire/index.js';
import type { Admission } from '../accounts/index.js';

/** What gives verdicts. It takes any text for an address and does not reject. */
export interface Verifier {
  verify(
    email: string,
    options?: { readonly workspace?: boolean; readonly signal?: AbortSignal },
  ): Promise<{ readonly validation: Omit<Validation, 'balance'> }>;
  /** Calls off what is under way; later verdicts are Unknown. */
  close(): Promise<void>;
}

/** What the free detector asks. */
export interface DisposableLookup {
  isDisposable(asciiDomain: string): boolean;
}

/** One answered request, as an operator may watch it: never an address, a key or a query. */
export interface CallEntry {
  /** Milliseconds since 1970, UTC, when the request came. */
  readonly at: number;
  /** The route, as in `/v1/` or `/logo/{domain}`; `*` where there is none. */
  readonly path: string;
  readonly status: number;
  /** Credits charged. */
  readonly credits: number;
  /** Of the account, after the charge; absent where nothing was charged. */
  readonly balance?: number;
  /** From request to answer. */
  readonly milliseconds: number;
  /** Of a validation. */
  readonly result?: Result;
}

/** What the routes work with. */
export interface AppOptions {
  readonly admission: Admission;
  readonly engine: Verifier;
  readonly reputation: DisposableLookup;
  /** Draws a domain's logo; it gives a picture for any text. */
  readonly logoOf: (domain: string) => Promise<Uint8Array>;
  /** Path of the script-tag file; without one its address answers 404. */
  readonly scriptFile?: string | undefined;
  readonly names: WireNames;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Whether the service can answer calls at this moment. */
  readonly isReady: () => Promise<boolean>;
  /** Told of each answered request. */
  readonly onCall?: ((entry: CallEntry) => void) | undefined;
  /** Told of what went wrong inside, of which the caller learns nothing. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** What the socket says of the caller. */
export interface Caller {
  /** IP address of the other end; absent on a UNIX socket. */
  readonly address?: string | undefined;
}

/** What handlers note for the observer. */
export type Noted = Pick<CallEntry, 'balance' | 'result'> & { readonly credits: number };

export interface AppEnv {
  Bindings: Caller;
  Variables: { path: string; noted: Noted };
}

export type Handler = (c: Context<AppEnv>) => Response | Promise<Response>;
