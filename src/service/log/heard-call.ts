import type { Denial } from '../accounts/index.js';
import type { KeyRecord } from '../store/index.js';

/** What a call was about, as far as it was found out. */
export interface HeardFields {
  /** The key that it came with, if that is known. */
  readonly key?: KeyRecord | undefined;
  /** The text that was sent as an address. Nothing keeps it. */
  readonly email?: string;
  readonly result?: string;
  /** The verdict's reason, and `Role`. */
  readonly reasons?: readonly string[];
  /** Why it was refused. */
  readonly denial?: Denial;
  /** Why it failed, in a sentence for the caller. */
  readonly failure?: string;
}

/** An answered call of the interface, for the console's live feed: an address in it must not be kept. */
export interface HeardCall extends HeardFields {
  /** Milliseconds since 1970, UTC, when the request came. */
  readonly at: number;
  /** Such as `/v1/`. */
  readonly call: string;
  readonly status: number;
  readonly milliseconds: number;
}
