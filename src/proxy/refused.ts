import type { RefusalKind } from '../wire/index.js';

/** Why a call is not answered with a result. */
export interface Fault {
  /** A refusal of the interface, or the status of a failure that it does not have. */
  readonly as: Exclude<RefusalKind, 'rejected'> | number;
  /** What to do about it; the interface's own message where it is left out. */
  readonly words?: string;
  /** Our code, in place of the interface's `0`. */
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a call: thrown where the fault is found, and answered in one place. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.words);
    this.fault = fault;
  }
}

/** The error that ends a call with a refusal or failure and a sentence. */
export const refused = (as: Fault['as'], words?: string, more: Pick<Fault, 'code' | 'headers'> = {}): Refused =>
  new Refused({ as, ...(words !== undefined && { words }), ...more });
