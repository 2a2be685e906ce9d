import type { RefusalKind, Result } from '../../wire/index.js';

/** Duration of each stage of a verdict, in milliseconds; a stage that was not needed is left out. */
export interface StageTimings {
  readonly dns?: number;
  /** Until the mail host's answers. */
  readonly probe?: number;
  readonly total: number;
}

/** An answered request, for an operator's log: never an address, a key or a query. */
export interface CallEntry {
  /** Milliseconds since 1970, UTC, when the request came. */
  readonly at: number;
  /** The route, as in `/v1/` or `/logo/{domain}`; `*` if there is none. In the admin API with its method, `GET /admin/accounts`. */
  readonly path: string;
  readonly status: number;
  /** Credits charged. */
  readonly credits: number;
  /** Balance of the account after the charge; absent if nothing was charged. */
  readonly balance?: number;
  /** Duration from request to answer. */
  readonly milliseconds: number;
  /** Result of a validation. */
  readonly result?: Result;
  /** Results of a batch, an address each. */
  readonly results?: readonly Result[];
  readonly timings?: StageTimings;
  /** A keyed hash of the address that was validated, by which lines of the same address can be found. */
  readonly pseudonym?: string;
  /** Why the call was not answered, if the interface has a word for it. */
  readonly refusal?: RefusalKind;
}
