/** How much is under way at once. */
export interface InOrderOptions {
  /** Items at work at once, at most. */
  readonly concurrency: number;
  /** Items taken and not yet handed out, at most: so far others may run ahead of a slow one. At least `concurrency`. */
  readonly window: number;
  /** Ends the taking. What has begun is still handed out. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Works on items side by side and hands the results out in the items' order, each as soon as it and all before it are there.
 * Items are taken no faster than results are, so memory is bounded whatever the items' number. Throws what the items or the
 * work throw, after the results before it.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  { concurrency, window, signal }: InOrderOptions,
): AsyncGenerator<Result, void, undefined> {
  const source = items[Symbol.asyncIterator]();
  const begun = new Queue<Promise<Result>>();
  let atWork = 0;
  let isOver = signal?.aborted ?? false;
  let fault: { readonly error: unknown } | undefined;
  let wakeTaker = () => undefined as void;
  let wakeReader = () => undefined as void;

  const end = () => {
    isOver = true;
    wakeTaker();
    wakeReader();
  };
  const settled = () => {
    atWork -= 1;
    wakeTaker();
  };
  const take = async () => {
    try {
      while (!isOver) {
        if (atWork >= concurrency || begun.length >= window) {
          await new Promise<void>((resolve) => (wakeTaker = resolve));
          continue;
        }
        const next = await source.next();
        // A signal may have come meanwhile: what was taken after it is nobody's.
        if (next.done || isOver) break;
        atWork += 1;
        const result = work(next.value);
        result.then(settled, settled);
        begun.add(result);
        wakeReader();
      }
    } catch (error) {
      // A source that is taken away at its end has nothing to say.
      if (!isOver) fault = { error };
    }
    end();
  };

  signal?.addEventListener('abort', end, { once: true });
  void take();
  try {
    for (;;) {
      const first = begun.first;
      if (first) {
        const result = await first;
        begun.drop();
        wakeTaker();
        yield result;
      } else if (isOver) {
        break;
      } else {
        await new Promise<void>((resolve) => (wakeReader = resolve));
      }
    }
    if (fault) throw fault.error;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
    // Not waited for: a source that is being asked answers when it can.
    void source.return?.().then(undefined, () => undefined);
  }
}

/** First in, first out; an array's own `shift` moves all that is left. */
class Queue<Item> {
  #items: Item[] = [];
  #gone = 0;

  get length(): number {
    return this.#items.length - this.#gone;
  }

  get first(): Item | undefined {
    return this.#items[this.#gone];
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  drop(): void {
    this.#gone += 1;
    if (this.#gone < 1_024 && this.#gone < this.#items.length) return;
    this.#items = this.#items.slice(this.#gone);
    this.#gone = 0;
  }
}
