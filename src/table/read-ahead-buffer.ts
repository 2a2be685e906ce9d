/** Limits of waiting for more bytes. */
export interface ReadAheadLimit {
  /** Resolves when nothing more is waited for. Without it all is. */
  readonly stopWaiting?: (() => Promise<void>) | undefined;
  /** Whether there is enough to go on with. */
  readonly isEnough: () => boolean;
}

/** Bytes that are looked at before they are read, and held until then: at most this many. */
export class ReadAheadBuffer {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #mostBytes: number;
  #buffered: Uint8Array[] = [];
  #length = 0;
  #isDone = false;
  #next: Promise<IteratorResult<Uint8Array>> | undefined;

  constructor(source: AsyncIterable<Uint8Array>, mostBytes: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#mostBytes = mostBytes;
  }

  /** Bytes that are held. */
  get length(): number {
    return this.#length;
  }

  /** Whether all there are are held. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** The first bytes of those that are held, at most `count` of them. */
  peek(count: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const chunk of this.#buffered) {
      if (length >= count) break;
      const part = chunk.subarray(0, count - length);
      parts.push(part);
      length += part.length;
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  /** Holds one more chunk, and gives it; `undefined` if there is none, none is waited for, or too much is held. */
  async bufferNext({ stopWaiting, isEnough }: ReadAheadLimit): Promise<Uint8Array | undefined> {
    if (this.#isDone || this.#length >= this.#mostBytes) return undefined;
    this.#next ??= this.#source.next();
    const next =
      stopWaiting && isEnough()
        ? await Promise.race([this.#next, stopWaiting().then(() => undefined)])
        : await this.#next;
    if (!next) return undefined;
    this.#next = undefined;
    this.#isDone = next.done === true;
    if (next.done) return undefined;
    this.#buffered.push(next.value);
    this.#length += next.value.length;
    return next.value;
  }

  /** Yields the buffered bytes, and then more from {@link bufferNext}. All bytes stay in the buffer. */
  async *readBuffered(waiting: ReadAheadLimit): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < this.#buffered.length; at += 1) yield this.#buffered[at] as Uint8Array;
    for (let chunk = await this.bufferNext(waiting); chunk; chunk = await this.bufferNext(waiting)) yield chunk;
  }

  /** Gives up: nothing more is read. */
  close(): void {
    // Not awaited: what was asked for last may never come.
    this.#source.return?.().catch(() => undefined);
  }

  /** Yields all bytes once, and empties the buffer. */
  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (let chunk = this.#buffered.shift(); chunk; chunk = this.#buffered.shift()) yield chunk;
      while (!this.#isDone) {
        const next = await (this.#next ?? this.#source.next());
        this.#next = undefined;
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await this.#source.return?.();
    }
  }
}
