import type { Context } from 'hono';
import type { PageCounts, Result, WireNames } from '../../wire/index.js';
import type { Admission } from '../accounts/index.js';
import type { Receiving } from '../body/receive-file.js';
import type { Lists, ResultFiles } from '../bulk/index.js';
import type { Console } from '../console/index.js';
import type { Diagnosis } from '../doctor/index.js';
import type { Enricher } from '../enrichment/index.js';
import type { CallEntry, HeardCall, HeardFields } from '../log/index.js';
import type { Logos } from '../logo/index.js';
import type { ServiceMetrics } from '../metrics/index.js';
import type { Reputation } from '../reputation/index.js';
import type { VerdictEngine } from '../verdict/index.js';
import type { Webhooks } from '../webhook/index.js';
import type { Readiness } from './readiness.js';

/** The part of the reputation lists that the free detector needs. */
export type DisposableLookup = Pick<Reputation, 'isDisposable'>;

/** The account console: its interface, and the folder with the files of its page. */
export interface ConsoleMount extends Console {
  readonly folder: string;
}

/** Parts that the routes are built from. No part reveals the secret or the database's URL. */
export interface AppParts {
  readonly admission: Admission;
  /** Gives verdicts. */
  readonly verify: VerdictEngine['verify'];
  readonly reputation: DisposableLookup;
  /** Finds what `photo`, `append` and reverse look-ups ask for. */
  readonly enricher: Enricher;
  /** Draws domains' logos. */
  readonly logos: Pick<Logos, 'of' | 'plain'>;
  /** The lists that accounts upload, and their results. */
  readonly lists: Lists;
  readonly webhooks: Pick<Webhooks, 'hasSecret' | 'urlFault'>;
  readonly resultFiles: ResultFiles;
  /** Counts the files that are being received. */
  readonly receiving: Receiving;
  /** The service's URL from outside, without a slash at its end, for links in answers; the URL of the request if absent. */
  readonly publicUrl?: string | undefined;
  /** The account console; absent if it is off. */
  readonly console?: ConsoleMount | undefined;
  /** Path of the script-tag file. Without one, its address answers 404. */
  readonly scriptFile?: string | undefined;
  /** The names that this host uses on the wire. */
  readonly names: WireNames;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Milliseconds that a caller has for the body of an upload. */
  readonly uploadMilliseconds: number;
  /** Whether the service is closing and takes no more calls. */
  readonly isClosing: () => boolean;
  /** Whether the service can answer calls at this moment. */
  readonly readiness: () => Promise<Readiness>;
  /** The latest findings of the checks of the machine; absent, or without a result, if there are none. */
  readonly diagnosis?: (() => Diagnosis | undefined) | undefined;
  /** Counts calls. Without it, `/metrics` answers 404. */
  readonly metrics?: ServiceMetrics | undefined;
  /**
   * Callers that may read the metrics: `local`, the default, allows callers on this machine or a private network,
   * unless a proxy is between.
   */
  readonly metricsFor?: 'local' | 'all' | undefined;
  /** Host names, beside IP addresses and `localhost`, under which `local` callers may ask for the metrics. */
  readonly metricsHosts?: readonly string[] | undefined;
  /** Adds what a page reports to its account's counts; they are dropped if it is absent. */
  readonly countPages?: ((accountId: number, counts: PageCounts) => void) | undefined;
  /** A keyed hash of an address, for the observer: the address cannot be read from it. */
  readonly pseudonymOf?: ((email: string) => string) | undefined;
  /** Called with each answered request. An error that it throws goes to `onFault`. */
  readonly onCall?: ((entry: CallEntry) => void) | undefined;
  /** Called with each verdict that was settled, and the account that it was for. */
  readonly onVerdict?: ((accountId: number, result: Result) => void) | undefined;
  /** Called with each answered call of the interface. */
  readonly onHeard?: ((call: HeardCall) => void) | undefined;
  /** Called with internal errors, which the caller is not told about. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

/** The caller, according to its socket or to trusted reverse proxies. */
export interface ConnectionInfo {
  /** IP address; absent on a UNIX socket. */
  readonly address?: string | undefined;
  /** The caller is on this machine, and its request passed no proxy. */
  readonly isLocal?: boolean | undefined;
  /** The scheme with which the outermost proxy was called; absent if no proxy says so. */
  readonly scheme?: 'http' | 'https' | undefined;
  /** Has a caller send its body that asked whether to (`Expect: 100-continue`); absent without a connection. */
  readonly askForBody?: (() => void) | undefined;
  /**
   * Calls `work` when the answer has ended; `isWritten`: all of it was passed to the system. Absent without a
   * connection.
   */
  readonly afterAnswer?: ((work: (isWritten: boolean) => void) => void) | undefined;
}

/** Fields that handlers add to the entry of a call. */
export type CallLogFields = Pick<CallEntry, 'balance' | 'result' | 'results' | 'timings' | 'pseudonym' | 'refusal'> & {
  readonly credits: number;
};

export interface AppEnv {
  Bindings: ConnectionInfo;
  Variables: {
    path: string;
    logFields: CallLogFields;
    /** What `onHeard` is told; absent if there is no such observer. */
    heard?: HeardFields;
    /** Resolves when an answer that is streamed has ended. */
    streaming?: Promise<void>;
  };
}

export type Handler = (c: Context<AppEnv>) => Response | Promise<Response>;
