import { BULK_BYTES } from '../wire/index.js';
import { refused, type RefusedError } from './refused.js';

/** Milliseconds for a file to be passed on: a service may wait two minutes for it. */
export const FILE_TIMEOUT_MS = 180_000;

/** Sentences about files, by status. */
const words = {
  400: 'The service cannot read the file as a list: send a text or CSV that has addresses, and the column that it has. A callback needs a webhook secret of the account.',
  408: 'The file did not arrive in time: send it over a faster connection, or compressed with gzip.',
  413: `The list is too large: it must have fewer than ${BULK_BYTES.toLocaleString('en')} bytes, and at most 200,000 addresses.`,
  415: 'A list must be sent with Content-Type: text/csv or text/plain, as it is or compressed with gzip.',
} as const;

/** A file on its way to the service. */
export interface PassedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReadableStream<Uint8Array>;
  /** Called when all of it was passed on. */
  onPassed?: () => void;
  /** Why the file could not be passed on to its end; `undefined` if that was not the file's fault. */
  readonly fault: () => RefusedError | undefined;
}

/** Headers that the service needs. */
const PASSED_HEADERS = ['Content-Type', 'Content-Disposition'] as const;

/**
 * A request's file, which is passed on as it comes, no faster than the service takes it, and never collected here.
 * @throws RefusedError if its head shows that it is no list
 */
export const passedFile = (request: Request): PassedFile => {
  const { headers } = request;
  if (request.bodyUsed)
    throw refused(
      'proxy-failed',
      'The body was read before the key proxy got it: mount the key proxy before anything that reads bodies.',
    );
  if (
    !/^text\/(?:csv|plain)\s*(?:;|$)/i.test(headers.get('Content-Type') ?? '') ||
    !/^(?:identity|(?:x-)?gzip|)$/i.test((headers.get('Content-Encoding') ?? '').trim())
  )
    throw refused(415, words[415]);
  if (Number(headers.get('Content-Length')) >= BULK_BYTES) throw refused(413, words[413]);
  let fault: RefusedError | undefined;
  const reader = request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  let length = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await reader?.read().catch(() => {
          throw (fault = refused('bad-request', 'The body is incomplete: send it again.'));
        });
        if (!next || next.done) {
          passed.onPassed?.();
          return controller.close();
        }
        length += next.value.length;
        if (length >= BULK_BYTES) {
          void reader?.cancel().catch(() => undefined);
          throw (fault = refused(413, words[413]));
        }
        controller.enqueue(next.value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const passed: PassedFile = {
    headers: Object.fromEntries(
      PASSED_HEADERS.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    ),
    body,
    fault: () => fault,
  };
  return passed;
};

/** Refuses a file as the service did, in words of our own: its words are not passed on. @throws RefusedError */
export const checkFileAnswer = ({ status }: { readonly status: number }): void => {
  if (status === 400) throw refused('bad-request', words[400]);
  if (status === 408 || status === 413 || status === 415) throw refused(status, words[status]);
};
