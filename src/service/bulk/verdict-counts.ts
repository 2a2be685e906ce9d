import { LRUCache } from 'lru-cache';
import { yieldToEventLoop } from '../../timing/index.js';
import type { KeptResults, ListRecord, ListStore } from '../store/index.js';
import { hasEnded } from './has-ended.js';

/** Verdicts of a list. */
export interface CountedResults {
  /** Number of final ones by result, such as `Safe to Send`. */
  readonly results: Readonly<Record<string, number>>;
  /** Whether all were read. */
  readonly isCounted: boolean;
}

/** What is known of one list so far. */
interface Counting {
  /** The first address whose results were not read. */
  next: number;
  /** Number of results that are final when some were read last. */
  done: number;
  isEnded: boolean;
  readonly settled: Map<string, number>;
  /** Results of which some are asked again, by the number of their first address. */
  readonly open: Map<number, ReadonlyMap<string, number>>;
  /** Those of them that may have changed since they were read. */
  readonly stale: Set<number>;
}

const MOST_LISTS = 200;
/** Parts of a list that are read by one question: 200,000 addresses have 400. */
const MOST_PARTS = 100;

/** The result of a stored result. */
const resultOf = (stored: string): string => String((JSON.parse(stored) as unknown[])[1]);

const addAll = (counts: Map<string, number>, others: ReadonlyMap<string, number>): void => {
  for (const [result, count] of others) counts.set(result, (counts.get(result) ?? 0) + count);
};

/** Counts results; those that are asked again only if the list has ended without it. */
const countsOf = ({ results, deferred }: KeptResults, isAll: boolean): ReadonlyMap<string, number> => {
  const later = new Set(isAll ? [] : deferred);
  const counts = new Map<string, number>();
  for (const [position, stored] of results.entries()) {
    if (later.has(position)) continue;
    const result = resultOf(stored);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  return counts;
};

/** Counts the verdicts of lists. They are read once, as they come, and kept in memory. */
export class VerdictCounts {
  readonly #store: Pick<ListStore, 'readResults'>;
  readonly #lists = new LRUCache<string, Counting>({ max: MOST_LISTS });
  readonly #running = new Map<string, Promise<void>>();

  constructor(store: Pick<ListStore, 'readResults'>) {
    this.#store = store;
  }

  /** The counts of a list, as far as they were read: of a long list the next questions read more. */
  async of(list: ListRecord): Promise<CountedResults> {
    const { id } = list;
    // Two questions at once would count the same results twice.
    const running = this.#running.get(id) ?? this.#read(list).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    await running;
    const counting = this.#lists.get(id);
    const counts = new Map(counting?.settled);
    for (const open of counting?.open.values() ?? []) addAll(counts, open);
    const isCounted = counting !== undefined && counting.next >= list.next && counting.stale.size === 0;
    return { results: Object.fromEntries(counts), isCounted };
  }

  async #read(list: ListRecord): Promise<void> {
    const known = this.#lists.get(list.id);
    const counting: Counting = known ?? {
      next: 0,
      done: 0,
      isEnded: false,
      settled: new Map(),
      open: new Map(),
      stale: new Set(),
    };
    this.#lists.set(list.id, counting);
    let left = MOST_PARTS;
    for (; left > 0 && counting.next < list.next; left -= 1) {
      const part = await this.#store.readResults(list.id, counting.next);
      if (!part) break;
      this.#take(counting, part, hasEnded(list));
      counting.next = part.first + part.results.length;
      await yieldToEventLoop();
    }
    if (counting.done !== list.done || counting.isEnded !== hasEnded(list)) {
      counting.done = list.done;
      counting.isEnded = hasEnded(list);
      for (const first of counting.open.keys()) counting.stale.add(first);
    }
    for (const first of [...counting.stale].slice(0, left)) {
      const part = await this.#store.readResults(list.id, first);
      counting.stale.delete(first);
      if (part) this.#take(counting, part, hasEnded(list));
      await yieldToEventLoop();
    }
  }

  #take({ settled, open }: Counting, part: KeptResults, isAll: boolean): void {
    const counts = countsOf(part, isAll);
    open.delete(part.first);
    if (isAll || part.deferred.length === 0) addAll(settled, counts);
    else open.set(part.first, counts);
  }
}
