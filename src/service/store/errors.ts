/** Why a store cannot be used, or a call not written. Each has its own mending, which the message spells out. */
export type StoreErrorCode =
  | 'in-use'
  | 'newer-schema'
  | 'foreign-file'
  | 'cannot-open'
  | 'closed'
  | 'bad-ticket'
  /** The database server does not answer, or not any more. */
  | 'unreachable'
  /** Another transaction held the account for too long. */
  | 'busy'
  /** The call's claim was given to others, its process having been taken for dead, and too few credits are left. */
  | 'lapsed';

/** The store refuses: `code` says why to a program, `message` says to a person what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
