/** Why a store cannot be used, or a call cannot be written. The message says what to do. */
export type StoreErrorCode =
  | 'in-use'
  | 'newer-schema'
  | 'foreign-file'
  | 'cannot-open'
  | 'closed'
  | 'bad-ticket'
  /** An account cannot hold so many credits. */
  | 'too-many'
  /** The database server does not answer, or not any more. */
  | 'unreachable'
  /** The disk is full, fails or is read-only. */
  | 'unwritable'
  /** Another transaction held the account for too long. */
  | 'busy'
  /** The call's claim was released because its process counted as dead, and too few credits are left. */
  | 'lapsed';

/** An error of the store: `code` is for programs, and `message` tells a person what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const temporaryCodes: readonly StoreErrorCode[] = ['unreachable', 'busy', 'unwritable'];

/** Whether a failure is temporary, or can be fixed while the store is open: try again. */
export const isTemporaryStoreError = ({ code }: StoreError): boolean => temporaryCodes.includes(code);

/** The error of a grant that would raise a balance above the largest exact integer. */
export const tooManyCredits = (cause?: unknown): StoreError =>
  new StoreError('too-many', `An account holds ${Number.MAX_SAFE_INTEGER} credits at most: grant it fewer.`, cause);

/** The error of work that arrives after the store was closed. */
export const storeClosed = (): StoreError =>
  new StoreError('closed', 'The store is closed: open it again before you use it.');
