import { orLate } from '../../timing/index.js';
import { BULK_BYTES } from '../../wire/index.js';
import { GrowingBuffer } from '../net/growing-buffer.js';

/** Timeouts of a body in milliseconds: the whole of it, and the pause between two parts, which is 30,000 if absent. */
export interface UploadTimeouts {
  readonly wholeMs: number;
  readonly pauseMs?: number | undefined;
}

const PAUSE_MS = 30_000;

/** A body that is not taken: its status, and a sentence for the sender. */
export interface BodyFault {
  readonly status: 408 | 413 | 415;
  readonly words: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Too large a body; `''` for one of unknown size. */
const tooLarge = (length: string): BodyFault => ({
  status: 413,
  words: `The list ${length ? `has ${length} bytes` : 'is too large'}, and must have fewer than ${BULK_BYTES.toLocaleString('en')} bytes: split it into several lists.`,
});
const otherType: BodyFault = {
  status: 415,
  words: 'The body is of another media type: send a list as "Content-Type: text/csv" or "text/plain".',
  headers: { Accept: 'text/csv, text/plain' },
};
const otherCoding: BodyFault = {
  status: 415,
  words: 'The body is compressed in a way that cannot be read: send it as it is, or with gzip.',
  headers: { 'Accept-Encoding': 'gzip' },
};

/** What is wrong with a body by its headers alone, before any of it is read. */
export const bodyFaultOf = ({ headers }: Pick<Request, 'headers'>): BodyFault | undefined => {
  if (!/^text\/(?:csv|plain)\s*(?:;|$)/i.test(headers.get('Content-Type') ?? '')) return otherType;
  // A file of gzip is unpacked by its first bytes, whatever this header says.
  if (!/^(?:identity|(?:x-)?gzip|)$/i.test((headers.get('Content-Encoding') ?? '').trim())) return otherCoding;
  const length = headers.get('Content-Length') ?? '';
  return Number(length) >= BULK_BYTES ? tooLarge(length) : undefined;
};

/** The body broke off: its sender is gone. */
export class BrokenBodyError extends Error {}

const LATE: unique symbol = Symbol('late');

/**
 * Reads a body of fewer than `BULK_BYTES` bytes.
 * @throws BrokenBodyError if it breaks off
 */
export const readUploadBody = async (
  { body, headers }: Pick<Request, 'body' | 'headers'>,
  { wholeMs, pauseMs = PAUSE_MS }: UploadTimeouts,
): Promise<Uint8Array | BodyFault> => {
  const until = performance.now() + wholeMs;
  const gathered = new GrowingBuffer();
  const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  while (reader) {
    const left = Math.min(pauseMs, until - performance.now());
    // A sender of one byte after the other is always faster than a timer.
    const reading = left > 0 ? orLate(reader.read(), left, LATE) : Promise.resolve(LATE);
    const next = await reading.catch((cause: unknown) => {
      throw new BrokenBodyError('The body broke off.', { cause });
    });
    // The stream is not cancelled: that would close the connection before the answer is sent.
    if (next === LATE)
      return {
        status: 408,
        words: `The list did not arrive in time: ${gathered.length.toLocaleString('en')} bytes came. Send it over a faster connection, compressed with gzip, or in several lists.`,
      };
    if (next.done) break;
    if (gathered.length + next.value.length >= BULK_BYTES) return tooLarge('');
    gathered.add(next.value);
  }
  // In Node, the body of a request whose sender left before anybody began to read it ends as if it were whole.
  if (gathered.length < Number(headers.get('Content-Length') ?? 0)) throw new BrokenBodyError('The body broke off.');
  return gathered.bytes;
};
