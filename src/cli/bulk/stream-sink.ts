import type { Writable } from 'node:stream';
import { DownloadError, type Sink } from './sink.js';

/** The reader has gone: no one reads the output. */
export class ReaderClosedError extends Error {
  override readonly name = 'ReaderClosedError';
}

/** Writes to a stream, no faster than the stream is read. Written octets cannot be undone. */
export class StreamSink implements Sink {
  readonly #stream: Writable;
  readonly #onOctets: (octets: Uint8Array) => void;
  #size = 0;
  #etag: string | undefined;

  constructor(stream: Writable, onOctets: (octets: Uint8Array) => void) {
    this.#stream = stream;
    this.#onOctets = onOctets;
    // Each write reports its own error.
    stream.on('error', () => undefined);
  }

  get size(): number {
    return this.#size;
  }

  get etag(): string | undefined {
    return this.#etag;
  }

  begin(etag: string | undefined): Promise<void> {
    if (this.#size > 0)
      return Promise.reject(
        new DownloadError(
          'The connection broke, and the download cannot be resumed: the output is incomplete. Save the results with --output FILE instead.',
        ),
      );
    this.#etag = etag;
    return Promise.resolve();
  }

  write(octets: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(octets, (error: (Error & { readonly code?: string }) | null | undefined) => {
        if (error?.code === 'EPIPE') return reject(new ReaderClosedError());
        if (error)
          return reject(
            new DownloadError(
              `The results cannot be written (${error.code ?? error.message}): the output is incomplete.`,
              { cause: error },
            ),
          );
        this.#size += octets.length;
        this.#onOctets(octets);
        resolve();
      });
    });
  }
}
