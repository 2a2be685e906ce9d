/** Why a store cannot be used. Each has its own mending, which the message spells out. */
export type StoreErrorCode = 'in-use' | 'newer-schema' | 'foreign-file' | 'cannot-open' | 'closed' | 'bad-ticket';

/** The store refuses: `code` says why to a program, `message` says to a person what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
