import type { RefusalKind, Result } from '../../wire/index.js';

/** How long the stages of a verdict took, in milliseconds; a stage that was not needed is left out. */
export interface StageTimings {
  readonly dns?: number;
  /** Of the mail host's answers. */
  readonly probe?: number;
  readonly total: number;
}

/** One answered request, as an operator may watch it: never an address, a key or a query. */
export interface CallEntry {
  /** Milliseconds since 1970, UTC, when the request came. */
  readonly at: number;
  /** The route, as in `/v1/` or `/logo/{domain}`; `*` if there is none. In the admin API with its method, `GET /admin/accounts`. */
  readonly path: string;
  readonly status: number;
  /** Credits charged. */
  readonly credits: number;
  /** Of the account, after the charge; absent if nothing was charged. */
  readonly balance?: number;
  /** From request to answer. */
  readonly milliseconds: number;
  /** Of a validation. */
  readonly result?: Result;
  readonly timings?: StageTimings;
  /** A keyed hash of the address that was validated, by which lines of the same address can be found. */
  readonly pseudonym?: string;
  /** Why the call was not answered, if the interface has a word for it. */
  readonly refusal?: RefusalKind;
}
