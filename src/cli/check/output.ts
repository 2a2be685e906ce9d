import { once } from 'node:events';
import type { Stdio } from '../command.js';

export interface OutputOptions {
  readonly stream: Stdio['stdout'];
  /** Called when nothing more can be written: the reader has left, or a fault. */
  readonly onGone: () => void;
  /** Called before something is written. */
  readonly beforeWrite: () => void;
  /** Stops waiting for a reader. */
  readonly signal: AbortSignal;
}

const CHUNK_CHARACTERS = 16_384;

/** Writes lines as soon as there is nothing else to do, many at once, and no faster than they are read. */
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
   * Resolves when all has been written, or the signal has fired. A reader that stops early (`EPIPE`, as with `| head`) has what
   * he wants; rejects with any other fault.
   */
  async end(): Promise<void> {
    await this.#flush();
    const { stream, signal } = this.#options;
    if (!this.#fault && !signal.aborted)
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
        // Errors come by the stream's event, too.
        stream.write('', () => resolve());
      });
    // Stays: the reader may leave after the last line.
    if (this.#fault && this.#fault.code !== 'EPIPE')
      throw new Error(
        `The results cannot be written (${this.#fault.code ?? this.#fault.message}): the output is incomplete.`,
        { cause: this.#fault },
      );
  }

  /** Writes what waits, or leaves it for when there is room. */
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
