/** What the admin API refuses, with its status; `message` is what the caller is told: what is wrong, and what to write instead. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly status: 400 | 404 | 413 | 415;

  constructor(status: AdminError['status'], message: string) {
    super(message);
    this.status = status;
  }
}
