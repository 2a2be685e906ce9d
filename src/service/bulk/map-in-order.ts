import { pMapIterable, pMapStop } from 'p-map';
import { orAborted } from '../../timing/index.js';

/** Number of items that are worked on at the same time. */
export interface MapInOrderOptions {
  /** Items at work at once, at most. */
  readonly concurrency: number;
  /** Items taken and not yet handed out, at most: so far others may run ahead of a slow one. At least `concurrency`. */
  readonly window: number;
  /** Stops taking items. Items that have begun are still finished and yielded. */
  readonly signal?: AbortSignal | undefined;
}

/** The items until the signal fires, also if the next one never comes. */
async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const source = items[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = await orAborted(source.next(), signal, () => new Error('No further items are taken.'));
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    // Not waited for: a source that is being asked answers when it can.
    void source.return?.().then(undefined, () => undefined);
  }
}

/**
 * Works on items side by side and hands the results out in the items' order, each as soon as it and all before it are there.
 * Items are taken no faster than results are, so memory is bounded whatever the items' number. Throws what the items or the
 * work throw, after the results before it.
 */
export const mapInOrder = <Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
  { concurrency, window, signal }: MapInOrderOptions,
): AsyncIterable<Result> =>
  pMapIterable(
    signal ? untilAborted(items, signal) : items,
    // Items that were taken but not begun when the signal fires are not begun.
    (item) => (signal?.aborted ? pMapStop : work(item)),
    { concurrency, backpressure: window },
  );
