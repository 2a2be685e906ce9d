import { Readable } from 'node:stream';

/** Passes on the bytes of a file. Its error is reported; the caller sees only that the answer is incomplete. */
export async function* reportFaults(
  source: AsyncIterable<Uint8Array>,
  onFault: ((fault: unknown) => void) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source;
  } catch (fault) {
    onFault?.(fault);
    throw new Error('The file could not be read to its end.');
  }
}

/** Bytes as the body of an answer: they are made as fast as the caller reads them. */
export const asBody = (source: AsyncIterable<Uint8Array>): ReadableStream =>
  Readable.toWeb(Readable.from(source)) as ReadableStream;
