import { once } from 'node:events';
import type { Stdio } from '../command.js';

export interface OutputOptions {
  readonly stream: Stdio['stdout'];
  /** Called when nothing more can be written: the reader has left, or an error occurred. */
  readonly onGone: () => void;
  /** Called before something is written. */
  readonly beforeWrite: () => void;
  /** Stops waiting for a reader. */
  readonly signal: AbortSignal;
}

const CHUNK_CHARACTERS = 16_384;

/** Writes lines in batches when there is no other work, and no faster than they are read. */
export class Output {
  readonly #options: OutputOptions;
  #waiting = '';
  #isDue = false;
  /** Set while the stream's buffer is full: resolves when there is room again and all has been written. */
  #full: Promise<void> | undefined;
  #fault: NodeJS.ErrnoException | undefined;

  constructor(options: OutputOptions) {
    this.#options = options;
    options.stream.on('error', this.#fail);
  }

  readonly #fail = (error: NodeJS.ErrnoException) => {
    this.#fault ??= error;
    this.#options.onGone();
  };

  /** Takes a text; if the caller must wait, returns a promise that resolves when there is room for more. */
  write(text: string): Promise<void> | undefined {
    this.#waiting += text;
    if (this.#full || this.#waiting.length >= CHUNK_CHARACTERS) return this.#flush();
    if (!this.#isDue) setImmediate(() => void this.#flush());
    this.#isDue = true;
    return undefined;
  }

  /**
   * Resolves when all has been written, or the signal has fired. A reader that stops early (`EPIPE`, as with `| head`)
   * is not an error; rejects with any other error.
   */
  async end(): Promise<void> {
    await this.#flush();
    const { stream, signal } = this.#options;
    if (!this.#fault && !signal.aborted)
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        // The stream's event reports errors too.
        stream.write('', () => resolve());
      });
    // This listener stays, since the reader may leave after the last line.
    if (this.#fault && this.#fault.code !== 'EPIPE')
      throw new Error(
        `The results cannot be written (${this.#fault.code ?? this.#fault.message}): the output is incomplete.`,
        { cause: this.#fault },
      );
  }

  /** Writes the waiting lines, or keeps them until there is room. */
  #flush(): Promise<void> {
    const { stream, beforeWrite, signal } = this.#options;
    this.#isDue = false;
    if (this.#full) return this.#full;
    const text = this.#waiting;
    this.#waiting = '';
    if (!text || this.#fault) return Promise.resolve();
    beforeWrite();
    if (stream.write(text)) return Promise.resolve();
    const goOn = () => {
      this.#full = undefined;
      return this.#flush();
    };
    return (this.#full = once(stream, 'drain', { signal }).then(goOn, goOn));
  }
}
