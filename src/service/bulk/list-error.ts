/**
 * `no-column`: the first line has none of the name asked for. `bad-header`: it cannot be used for another reason.
 * `unclosed-quote`: a quoted cell goes on to the end of the list. `too-large`: there is more of it than is read.
 */
export type ListErrorCode = 'no-column' | 'bad-header' | 'unclosed-quote' | 'too-large';

/** A list cannot be read as it was said to be. One sentence says where and what to do. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly code: ListErrorCode;

  constructor(code: ListErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
