import type { RefusalKind } from '../wire/index.js';
import type { FailureCode, RequestFault } from './failures.js';

/** Why a call is not answered with a result. */
export interface RefusalReason {
  /** A refusal of the interface, a failure that it does not have, or the status of a request that is not a call. */
  readonly kind: Exclude<RefusalKind, 'rejected'> | FailureCode | RequestFault;
  /** Sentence about what to do; the table's sentence if absent. */
  readonly words?: string;
  /** Reason beside the sentence, if only that identifies the refusal. */
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The service refused, and not the key proxy. */
  readonly isFromService?: true;
  /** Detail for the site, which no answer contains: an error code of the platform. */
  readonly detail?: string;
}

/** Ends a call: thrown where the fault is found, and answered in one place. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: RefusalReason;

  constructor(fault: RefusalReason) {
    super(fault.words ?? String(fault.kind));
    this.refusal = fault;
  }
}

/** The error that ends a call with a refusal or failure and a sentence. */
export const refused = (
  kind: RefusalReason['kind'],
  words?: string,
  more: Omit<RefusalReason, 'kind' | 'words'> = {},
): RefusedError => new RefusedError({ kind, ...(words !== undefined && { words }), ...more });
