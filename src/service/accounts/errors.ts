/** Errors of administration. */
export type AccountsErrorCode =
  | 'bad-name'
  | 'bad-credits'
  | 'bad-origin'
  | 'no-origins'
  | 'needless-origins'
  | 'bad-limit'
  | 'bad-label'
  | 'bad-reason'
  | 'bad-id'
  | 'other-change'
  | 'needless-limits'
  | 'no-account'
  | 'closed-account'
  | 'short-credits'
  | 'no-key'
  | 'no-database'
  | 'bad-address'
  | 'bad-webhook'
  | 'no-webhook'
  | 'other-secret'
  | 'empty-secret'
  | 'no-secret';

/** An error of administration: `code` is for programs, and `message` tells a person what to do. */
export class AccountsError extends Error {
  override readonly name = 'AccountsError';
  readonly code: AccountsErrorCode;

  constructor(code: AccountsErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
