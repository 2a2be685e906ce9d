import { ReadAheadBuffer } from './read-ahead-buffer.js';
import { TableError } from './table-error.js';

const GZIP = [0x1f, 0x8b] as const;

/** Bytes that were compressed with gzip (RFC 1952) as they were before; others as they are. @throws TableError `compression`, and what `chunks` throws. */
export async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = new ReadAheadBuffer(chunks, GZIP.length);
  while (await buffer.bufferNext({ isEnough: () => false }));
  const start = buffer.peek(GZIP.length);
  yield* GZIP.every((byte, at) => start[at] === byte) ? inflated(buffer.read()) : buffer.read();
}

async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new DecompressionStream('gzip');
  const [writer, reader] = [writable.getWriter(), readable.getReader()];
  const sourceFaults: unknown[] = [];
  const source = async function* () {
    try {
      yield* chunks;
    } catch (error) {
      sourceFaults.push(error);
    }
  };
  const write = async () => {
    for await (const chunk of source()) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  // A fault there is noticed by the reader.
  write().catch(() => undefined);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (cause) {
    // Bytes that break off because their source failed are not badly compressed.
    if (sourceFaults.length === 0)
      throw new TableError(
        'compression',
        'The file is compressed with gzip and cannot be unpacked: give the uncompressed file.',
        { cause },
      );
  } finally {
    // Node has data of a stream that is cancelled in the turn of a read flow into the closed one, which ends the process.
    setTimeout(() => void reader.cancel().catch(() => undefined));
  }
  if (sourceFaults.length > 0) throw sourceFaults[0];
}
