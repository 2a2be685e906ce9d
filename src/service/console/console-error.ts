import type { ConsoleRefusal } from '../../wire/console/index.js';

/** A refusal of the console, with its status. `message` says what is wrong, and what to do. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 414 | 429;
  readonly code: ConsoleRefusal['code'];
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ConsoleError['status'],
    message: string,
    { code, headers = {} }: { readonly code?: 'session'; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** There is no session, or it has ended. */
export const signedOut = (): ConsoleError =>
  new ConsoleError(401, 'You are not signed in, or your session has ended. Make a new link: email-check console link', {
    code: 'session',
  });
