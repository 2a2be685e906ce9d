import type { Context } from 'hono';
import type { WireNames } from '../../wire/index.js';
import type { Admission } from '../accounts/index.js';
import type { Lists } from '../bulk/lists.js';
import type { ResultFiles } from '../bulk/result-bytes.js';
import type { Enricher } from '../enrichment/index.js';
import type { CallEntry } from '../log/index.js';
import type { Logos } from '../logo/index.js';
import type { ServiceMetrics } from '../metrics/index.js';
import type { Reputation } from '../reputation/reputation.js';
import type { Verifier } from '../verdict/index.js';
import type { Readiness } from './readiness.js';

/** What the free detector asks. */
export type DisposableLookup = Pick<Reputation, 'isDisposable'>;

/** What the routes work with. */
export interface AppParts {
  readonly admission: Admission;
  readonly verify: Verifier['verify'];
  readonly reputation: DisposableLookup;
  /** Finds what `photo`, `append` and reverse look-ups ask for. */
  readonly enricher: Enricher;
  /** Draws domains' logos. */
  readonly logos: Pick<Logos, 'of' | 'plain'>;
  /** The lists that accounts upload, and their results. */
  readonly lists: Lists;
  readonly resultFiles: ResultFiles;
  /** Where the service is reached from outside, without a slash at its end: for links in answers; the request's own if absent. */
  readonly publicUrl?: string | undefined;
  /** Path of the script-tag file; without one its address answers 404. */
  readonly scriptFile?: string | undefined;
  readonly names: WireNames;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Whether the service takes calls no more. */
  readonly isClosing: () => boolean;
  /** Whether the service can answer calls at this moment. */
  readonly readiness: () => Promise<Readiness>;
  /** Counts; without it `/metrics` is 404. */
  readonly metrics?: ServiceMetrics | undefined;
  /** Who may read the figures: `local` (if absent) for callers on this machine or a private network, past no proxy. */
  readonly metricsFor?: 'local' | 'all' | undefined;
  /** Names, beside IP addresses and `localhost`, that `local` callers may ask for the figures under. */
  readonly metricsHosts?: readonly string[] | undefined;
  /** Names an address to the observer, so that it cannot be read there. */
  readonly pseudonymOf?: ((email: string) => string) | undefined;
  /** Told of each answered request. What it throws is told to `onFault`. */
  readonly onCall?: ((entry: CallEntry) => void) | undefined;
  /** Told of what went wrong inside, of which the caller learns nothing. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** What is known of the caller: by its socket, and behind trusted hops by what they say. */
export interface Caller {
  /** IP address of the other end; absent on a UNIX socket. */
  readonly address?: string | undefined;
  /** The caller is on this machine, and its request passed no proxy. */
  readonly isLocal?: boolean | undefined;
  /** By which scheme the outermost hop was called; absent if none says so. */
  readonly scheme?: 'http' | 'https' | undefined;
  /** Does some work once the answer is over; `isWritten`: all of it was handed to the system. Absent if there is no connection. */
  readonly afterAnswer?: ((work: (isWritten: boolean) => void) => void) | undefined;
}

/** What handlers note for the observer. */
export type Noted = Pick<CallEntry, 'balance' | 'result' | 'timings' | 'pseudonym' | 'refusal'> & {
  readonly credits: number;
};

export interface AppEnv {
  Bindings: Caller;
  Variables: { path: string; noted: Noted };
}

export type Handler = (c: Context<AppEnv>) => Response | Promise<Response>;
