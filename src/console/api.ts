import { consolePath, consoleRoutes, type ConsoleRefusal, type ConsoleRouteName } from '../wire/console/index.js';
import { sendFile } from './send-file.js';

/** A call of the console that was not carried out. `message` is a sentence for the person: what is wrong, and what to do. */
export class ConsoleCallError extends Error {
  override readonly name = 'ConsoleCallError';
  /** The HTTP status; 0 if the service was not reached. */
  readonly status: number;
  /** There is no session, or it has ended. */
  readonly isSignedOut: boolean;
  /** The field of the body that is at fault; `''` if no single field is. */
  readonly field: string;

  constructor(message: string, status: number, { isSignedOut = false, field = '' } = {}) {
    super(message);
    this.status = status;
    this.isSignedOut = isSignedOut;
    this.field = field;
  }
}

/** Values for the `{name}` parts of a route's path. */
export type PathParts = Readonly<Record<string, string | number>>;

/** How a call is made, beside its path. */
export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** How a file is sent, beside its path. */
export interface FileOptions extends CallOptions {
  /** Told the number of bytes that were sent so far. */
  readonly onSent: (bytes: number) => void;
}

/** The routes of the console as functions. Every call rejects with a {@link ConsoleCallError}, or with an AbortError after its signal. */
export interface ConsoleApi {
  get<Answer>(route: ConsoleRouteName, parts?: PathParts, options?: CallOptions): Promise<Answer>;
  /** Sends `body` as JSON. */
  post<Answer>(route: ConsoleRouteName, parts?: PathParts, body?: object, options?: CallOptions): Promise<Answer>;
  /** Sends a file as it is, as CSV or plain text. */
  postFile<Answer>(route: ConsoleRouteName, parts: PathParts, file: Blob, options: FileOptions): Promise<Answer>;
}

const NOT_REACHED = 'The service did not answer. Check that it is running and that you are online, then try again.';

const refusalOf = async (response: Response): Promise<ConsoleCallError> => {
  const { status } = response;
  const refusal = (await response.json().catch(() => undefined)) as Partial<ConsoleRefusal> | undefined;
  const message = refusal?.error ?? `The service answered with status ${status}. Try again in a moment.`;
  return new ConsoleCallError(message, status, {
    isSignedOut: refusal?.code === 'session',
    field: refusal?.field ?? '',
  });
};

/** Makes the calls with `fetch`; files are sent with XMLHttpRequest. */
export const createConsoleApi = (fetchFrom: typeof fetch = (...given) => fetch(...given)): ConsoleApi => {
  const call = async <Answer>(
    route: ConsoleRouteName,
    parts: PathParts,
    init: RequestInit,
    { query = {}, signal }: CallOptions = {},
    send = fetchFrom,
  ): Promise<Answer> => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(given).toString();
    const url = `${consolePath(route, parts)}${search && `?${search}`}`;
    const { method } = consoleRoutes[route];
    const response = await send(url, {
      ...init,
      method,
      credentials: 'same-origin',
      signal: signal ?? null,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new ConsoleCallError(error instanceof ConsoleCallError ? error.message : NOT_REACHED, 0);
    });
    if (!response.ok) throw await refusalOf(response);
    return (await response.json()) as Answer;
  };
  return {
    get: (route, parts = {}, options = {}) => call(route, parts, {}, options),
    post: (route, parts = {}, body = {}, options = {}) =>
      call(route, parts, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }, options),
    postFile: (route, parts, file, options) => {
      // Systems have types of their own for CSV files.
      const headers = { 'Content-Type': file.type === 'text/plain' ? 'text/plain' : 'text/csv' };
      const send: typeof fetch = (url, init) =>
        sendFile(url as string, { ...init, body: file, onSent: options.onSent });
      return call(route, parts, { headers }, options, send);
    },
  };
};
