import { TableError } from './table-error.js';

const [GZIP_1, GZIP_2] = [0x1f, 0x8b];

/** Bytes that were compressed with gzip (RFC 1952) as they were before; others as they are. @throws TableError `compression`. */
export async function* unpacked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const source = chunks[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let length = 0;
  for (
    let next = await source.next();
    !next.done;
    next = length < 2 ? await source.next() : { done: true, value: undefined }
  ) {
    start.push(next.value);
    length += next.value.length;
  }
  const all = async function* () {
    yield* start.filter((each) => each.length > 0);
    // Not `yield*` of the source alone: it has to be closed when the reader leaves.
    try {
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  };
  const [first, second] = start.flatMap((each) => [...each.subarray(0, 2)]);
  if (first === GZIP_1 && second === GZIP_2) yield* inflated(all());
  else yield* all();
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
  // What goes wrong there is seen where it is read.
  write().catch(() => undefined);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (cause) {
    throw new TableError(
      'compression',
      'The file is compressed with gzip and cannot be unpacked: give it as it was before.',
      {
        cause: sourceFault ?? cause,
      },
    );
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
