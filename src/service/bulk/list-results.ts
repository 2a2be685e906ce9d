import type { ListRecord, ListStore } from '../store/index.js';
import { firstRows, type FirstRow } from './first-rows.js';
import { resultParts } from './list-file.js';
import { VerdictCounts, type CountedResults } from './verdict-counts.js';

/** What is shown of lists while they run and after it. */
export class ListResults {
  readonly #store: ListStore;
  readonly #counts: VerdictCounts;

  constructor(store: ListStore) {
    this.#store = store;
    this.#counts = new VerdictCounts(store);
  }

  /** The final verdicts, as far as they were read. */
  counts(list: ListRecord): Promise<CountedResults> {
    return this.#counts.of(list);
  }

  /** The first lines, at most 500. */
  rows(list: ListRecord): Promise<readonly FirstRow[]> {
    return firstRows(this.#store, list);
  }

  /** The file of a list that has ended, or its lines with one result, such as `Invalid`. */
  async *file(list: ListRecord, result?: string): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const text of resultParts(this.#store, list, 0, result)) if (text) yield Buffer.from(text);
  }
}
