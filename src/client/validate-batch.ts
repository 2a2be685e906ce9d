import { batchCall } from '../wire/calls.js';
import { decodeBatchResult } from '../wire/decode-batch.js';
import { decodeRefusal } from '../wire/decode-refusal.js';
import { neutralNames } from '../wire/names.js';
import type { BatchResult } from '../wire/results.js';
import type { StartCall } from './calls.js';
import { LONGEST_BODY, readJson } from './read-json.js';
import type { CallOptions, ClientOptions } from './transport.js';

/** Options of a batch, beside its addresses. */
export interface BatchOptions extends CallOptions {
  /** Ask whether each domain accepts every address, if Google Workspace or Microsoft 365 hosts its mail. */
  readonly workspace?: boolean | undefined;
  /** Timeout of the whole batch in milliseconds; 60,000 by default. A service answers in less. */
  readonly timeout?: number | undefined;
}

const DEFAULT_TIMEOUT = 60_000;

/**
 * Reads NDJSON until it ends or the signal fires, and returns the number of its lines. Rejects if `onLine` throws, or for
 * a text that is not NDJSON.
 */
const readLines = async (
  { body }: Response,
  onLine: (value: unknown) => void,
  signal: AbortSignal,
): Promise<number> => {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  // Node's fetch leaves a read without an answer if it is aborted when the body is just complete.
  const cancel = () => void reader?.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  let [text, count] = ['', 0];
  try {
    while (reader) {
      const { done, value } = await reader.read();
      const lines = (text + decoder.decode(value, { stream: !done })).split('\n');
      text = done ? '' : (lines.pop() ?? '');
      for (const line of lines.filter(Boolean)) {
        onLine(JSON.parse(line));
        count++;
      }
      if (text.length > LONGEST_BODY) throw new RangeError('A line is too long.');
      if (done) break;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
  return count;
};

/**
 * Validates up to 100 addresses in one call, and yields each result as soon as it is known: each address once, in any
 * order. Whoever stops early is charged for no further address. Private keys only.
 * @throws RefusalError, ConnectionError or AnswerError, after the results that came before it
 */
export async function* validateBatch(
  start: StartCall,
  emails: readonly string[],
  { workspace, timeout = DEFAULT_TIMEOUT, signal }: BatchOptions,
  { envelope, workspaceParam }: Pick<ClientOptions, 'envelope' | 'workspaceParam'>,
): AsyncGenerator<BatchResult, void, undefined> {
  const known: BatchResult[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const onLine = (line: unknown) => {
    const result = decodeBatchResult(line, envelope || neutralNames.envelope);
    if (!result) throw new TypeError('A line is not a result.');
    known.push(result);
    wake();
  };
  const left = new AbortController();
  const ended = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  const ask = start(ended, {
    timeout,
    sendWith: (send) => (url, init) =>
      send(url, {
        ...init,
        method: batchCall.method,
        headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
        body: JSON.stringify({ emails, ...(workspace && { [workspaceParam || neutralNames.workspaceParam]: true }) }),
      }),
    read: (response) => (response.status === 200 ? readLines(response, onLine, ended) : readJson(response)),
  });
  const answered = ask(batchCall, {}, (status, body, name) => {
    const refusal = decodeRefusal(status, body, name);
    if (refusal) return { ok: false, refusal };
    // A service that was cut off sends fewer lines.
    return body === emails.length ? { ok: true, value: undefined } : undefined;
  });
  const end = () => {
    isOver = true;
    wake();
  };
  answered.then(end, end);
  try {
    for (;;) {
      const next = known.shift();
      if (next) yield next;
      else if (isOver) return await answered;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    left.abort();
  }
}
