import type { Accounts, Admission, CountRecorder, KeyUses } from '../accounts/index.js';
import type { Receiving } from '../body/receive-file.js';
import type { HostedList, ListResults, Lists } from '../bulk/index.js';
import type { Diagnosis } from '../doctor/index.js';
import type { ConsoleStore } from '../store/index.js';
import type { VerdictEngine } from '../verdict/index.js';
import type { Webhooks } from '../webhook/index.js';
import type { Feed } from './feed.js';
import type { TokenHash } from './links.js';

/** What the console works with. No part reveals the secret or the database's URL. */
export interface ConsoleParts {
  readonly store: ConsoleStore;
  readonly accounts: Accounts;
  readonly admission: Admission;
  /** Counts verdicts. */
  readonly counts: Pick<CountRecorder, 'add'>;
  /** When keys were used since that was written last. */
  readonly uses: Pick<KeyUses, 'latest'>;
  /** Gives verdicts. */
  readonly verify: VerdictEngine['verify'];
  readonly lists: Lists;
  /** Reads lists, and what is known of their addresses. */
  readonly listResults: ListResults;
  /** Fetches a list by its URL; absent if this process fetches none. */
  readonly fetchList?:
    ((url: string, signal: AbortSignal, column?: string | number) => Promise<HostedList>) | undefined;
  /** Counts the files that are being received. */
  readonly receiving: Receiving;
  /** Milliseconds that a caller has for the body of a file. */
  readonly uploadMilliseconds: number;
  readonly feed: Feed;
  readonly webhooks: Pick<
    Webhooks,
    'info' | 'hasSecret' | 'set' | 'rotate' | 'remove' | 'sendTest' | 'deliveries' | 'sendAgain'
  >;
  readonly hashOf: TokenHash;
  /** Counts a try to sign in. Resolves with 0, or the seconds until the caller's network may try again. */
  readonly secondsToSignIn: (address: string | undefined) => Promise<number>;
  /** The latest findings of the checks of the machine; absent if the checks are off. */
  readonly diagnosis?: (() => Diagnosis | undefined) | undefined;
  /** The service's URL from outside, without a slash at its end; that of the request if absent. */
  readonly publicUrl?: string | undefined;
  /** The version of the service. */
  readonly version: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  readonly onFault?: ((fault: unknown) => void) | undefined;
}
