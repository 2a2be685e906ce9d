/** The answer to `machine`: what the checks of the machine found. */
export interface MachineInfo {
  /** `unknown`: the checks are off, or the first ones have not ended. */
  readonly level: 'green' | 'yellow' | 'red' | 'unknown';
  /** What this means for answers, as one or two plain sentences. */
  readonly sentence: string;
  /** What to do; absent if there is nothing to do. */
  readonly remedy?: string;
  /** Milliseconds since 1970, UTC. */
  readonly at?: number;
  /** All findings, for the operator alone. */
  readonly findings?: readonly {
    readonly check: string;
    readonly level: 'green' | 'yellow' | 'red' | 'skipped';
    readonly sentence: string;
    readonly remedy?: string;
  }[];
}

/** Counts of one UTC day. */
export interface DayCounts {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly calls: number;
  readonly credits: number;
}

/** The answer to `overview`: one account at one glance. */
export interface OverviewInfo {
  readonly balance: number;
  readonly lowCredits?: number;
  /** The last 30 UTC days, oldest first, days without calls included. */
  readonly days: readonly DayCounts[];
  /** Number of verdicts in these days by result, such as `Safe to Send`. */
  readonly results: Readonly<Record<string, number>>;
  /** What visitors did, as pages reported it; all zero if no page does. */
  readonly pages: PageCounts;
  /** The public keys, and their calls of today against their daily budgets. */
  readonly today: readonly {
    readonly key: number;
    readonly label: string;
    /** Absent if the key has no budget: its calls are not counted then. */
    readonly budget?: { readonly calls: number; readonly limit: number };
  }[];
  /** Number of valid keys: without one, no call is answered. */
  readonly keys: number;
  readonly lists: readonly { readonly id: string; readonly name: string; readonly percentage: number }[];
}

/** What the element did for visitors in 30 days, counted by the pages that report it. */
export interface PageCounts {
  /** Mistyped domains that a visitor corrected after a suggestion. */
  readonly corrected: number;
  /** Temporary addresses that the element warned about. */
  readonly warned: number;
  /** Addresses that were sent in spite of a warning or a suggestion. */
  readonly usedAnyway: number;
}

/** One call in the live feed. It never contains a local part or a key. */
export interface FeedEntry {
  /** Grows with each entry. */
  readonly number: number;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly account?: number;
  readonly key?: number;
  /** The key's label, or its last characters. */
  readonly keyName?: string;
  /** The call, such as `/v1/`. */
  readonly call: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The domain of the address, in its readable form. */
  readonly domain?: string;
  readonly result?: string;
  readonly reason?: string;
  /** Why the call was refused, and what to do. */
  readonly refusal?: string;
  /** The origin of the page, if it can be approved for the key with one click. */
  readonly origin?: string;
}

/**
 * The answer to `feed` and `operatorFeed`, oldest first. With `?after=N`, only entries after the number N; with `&wait=1` too, the
 * answer waits for up to 20 seconds until there is one.
 */
export interface FeedInfo {
  readonly entries: readonly FeedEntry[];
  /** The number to ask after next. */
  readonly last: number;
}

/** Maximum number of entries that are kept. */
export const FEED_ENTRIES = 500;

/** The body of `tryAddress`. */
export interface TryOrder {
  readonly email: string;
}

/** The answer to `tryAddress`. */
export interface TryInfo {
  readonly result: string;
  readonly reason: string;
  readonly code: number;
  readonly role: boolean;
  readonly free: boolean;
  readonly sendTransactional: boolean;
  readonly didYouMean: string;
  readonly credits: number;
  readonly balance: number;
  /** What was learned, in order. */
  readonly steps: readonly TryStep[];
  /** Why the verdict follows from it. */
  readonly because: string;
}

/** One step on the way to a verdict. */
export interface TryStep {
  readonly stage: 'text' | 'lists' | 'dns' | 'smtp';
  /** A few words, such as `MX of gmail.com`. */
  readonly title: string;
  /** The answer, such as a mail host's reply, in full. */
  readonly detail: string;
  /** Duration; absent if the step asked nobody. */
  readonly milliseconds?: number;
}
