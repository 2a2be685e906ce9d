import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { GrowingBuffer } from './growing-buffer.js';
import { WebError } from './web-error.js';

interface BodyLimits {
  readonly maxBytes: number;
  /** A longer body is cut there; otherwise it is an error. */
  readonly isPartEnough: boolean;
  /** Whether gzip is unpacked; otherwise it is an error, like every other coding. */
  readonly isGzipTaken: boolean;
  /** Called with the bytes of each part that arrives, as they are on the wire. */
  readonly onBytes: (count: number) => void;
}

const CHUNK_BYTES = 65_536;

/** An answer's bytes as they come, no more than `most` of them. */
async function* limitedBody(
  answer: IncomingMessage,
  most: number,
  onBytes: BodyLimits['onBytes'],
): AsyncGenerator<Buffer, void, undefined> {
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    onBytes(part.length);
    length += part.length;
    if (length > most) throw new WebError('too-large', { bytes: length });
    yield part;
  }
}

/**
 * Yields the decompressed bytes, no faster than they are taken, so that a decompression bomb needs no more memory than
 * one part.
 */
async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // Failures of either side are reported by the reading below.
  pipeline(packed, gunzip, () => undefined);
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) yield part;
  } catch (error) {
    throw /^Z_/.test((error as NodeJS.ErrnoException).code ?? '') ? new WebError('gzip', { cause: error }) : error;
  }
}

/**
 * Reads an answer's body, no further than `maxBytes`, counted as they come and, if they are compressed, again as they
 * are unpacked.
 * @throws WebError `encoding`, `gzip`, `too-large`; the connection's error if it breaks.
 */
export async function readWebBody(
  answer: IncomingMessage,
  { maxBytes, isPartEnough, isGzipTaken, onBytes }: BodyLimits,
): Promise<Uint8Array> {
  const {
    'content-encoding': content = 'identity',
    'transfer-encoding': transfer = 'chunked',
    'content-length': told = '0',
  } = answer.headers;
  const isGzip = isGzipTaken && /^(x-)?gzip$/i.test(content.trim());
  if ((!isGzip && !/^(identity)?$/i.test(content.trim())) || !/^chunked$/i.test(transfer.trim()))
    throw new WebError('encoding');
  if (!isPartEnough && Number(told) > maxBytes) throw new WebError('too-large', { bytes: Number(told) });
  const bytes = limitedBody(answer, isPartEnough ? Infinity : maxBytes, onBytes);
  const gathered = new GrowingBuffer();
  for await (const part of isGzip ? unpacked(bytes) : bytes) {
    gathered.add(part);
    const { length } = gathered;
    if (length > maxBytes && !isPartEnough) throw new WebError('too-large', { bytes: length });
    if (length >= maxBytes && isPartEnough) break;
  }
  return gathered.bytes.subarray(0, maxBytes);
}
