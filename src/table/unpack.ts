import { LookAhead } from './look-ahead.js';
import { TableError } from './table-error.js';

const GZIP = [0x1f, 0x8b] as const;

/** Bytes that were compressed with gzip (RFC 1952) as they were before; others as they are. @throws TableError `compression`. */
export async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const ahead = new LookAhead(chunks, GZIP.length);
  while (await ahead.more({ isEnough: () => false }));
  const start = ahead.first(GZIP.length);
  yield* GZIP.every((byte, at) => start[at] === byte) ? inflated(ahead.read()) : ahead.read();
}

async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new DecompressionStream('gzip');
  const [writer, reader] = [writable.getWriter(), readable.getReader()];
  let sourceFault: unknown;
  const write = async () => {
    try {
      for await (const chunk of chunks) await writer.write(chunk as Uint8Array<ArrayBuffer>);
    } catch (error) {
      sourceFault = error;
    }
    await writer.close();
  };
  // A fault there is noticed by the reader.
  write().catch(() => undefined);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (cause) {
    throw new TableError(
      'compression',
      'The file is compressed with gzip and cannot be unpacked: give the uncompressed file.',
      {
        cause: sourceFault ?? cause,
      },
    );
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
