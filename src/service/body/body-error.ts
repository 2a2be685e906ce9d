/** A body or a query that is not taken: its status, and a sentence that says what is wrong, and what to write instead. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: 400 | 408 | 413 | 415;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /** The field that is at fault; absent if no single field is. */
  readonly field: string | undefined;

  constructor(status: BodyError['status'], message: string, headers: BodyError['headers'] = {}, field?: string) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.field = field;
  }
}
