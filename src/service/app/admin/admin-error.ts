/** A refusal of the admin API, with its status; `message` says what is wrong, and what to write instead. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly status: 400 | 404;

  constructor(status: AdminError['status'], message: string) {
    super(message);
    this.status = status;
  }
}
