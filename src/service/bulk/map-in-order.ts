import { pMapIterable, pMapStop } from 'p-map';
import { orAborted } from '../../timing/index.js';

/** Number of items that are worked on at the same time. */
export interface MapInOrderOptions {
  /** Maximum number of items in progress at the same time. */
  readonly concurrency: number;
  /**
   * Maximum number of items that are taken and not yet yielded: how far others may run ahead of a slow item. At least
   * `concurrency`.
   */
  readonly window: number;
  /** Stops taking items. Items that have begun are still finished and yielded. */
  readonly signal?: AbortSignal | undefined;
}

/** The items until the signal fires, even if the next item never comes. */
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
    // Not awaited: a source that is being read may answer late.
    void source.return?.().then(undefined, () => undefined);
  }
}

/**
 * Works on items concurrently and yields the results in the order of the items, each as soon as all before it are
 * yielded. Items are taken no faster than results, so memory is bounded for any number of items. Throws errors of the
 * items or the work after the results before them.
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
