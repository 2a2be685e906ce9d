import { LRUCache } from 'lru-cache';
import type { ListStore } from '../store/index.js';
import { resultFile } from './list-file.js';

/** A part of a file: bytes from `start` up to `end`, counted from 0. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

const SIZES = 1_000;

/** The files of lists that have ended, as bytes. Of one list they are the same every time, and none is kept: each is written as it is read. */
export class ResultFiles {
  readonly #store: ListStore;
  readonly #sizes = new LRUCache<string, Promise<number>>({ max: SIZES });

  constructor(store: ListStore) {
    this.#store = store;
  }

  /** How many bytes a list's file has. It is written once to find out. */
  sizeOf(id: string): Promise<number> {
    const known = this.#sizes.get(id);
    if (known) return known;
    const size = this.#count(id);
    this.#sizes.set(id, size);
    size.catch(() => this.#sizes.delete(id));
    return size;
  }

  /** A list's file or a part of it. */
  async *read(id: string, { start, end }: Part): AsyncGenerator<Uint8Array, void, undefined> {
    let at = 0;
    for await (const text of resultFile(this.#store, id)) {
      const bytes = Buffer.from(text);
      const part = bytes.subarray(Math.max(0, start - at), Math.max(0, end - at));
      at += bytes.length;
      if (part.length > 0) yield part;
      if (at >= end) return;
    }
  }

  async #count(id: string): Promise<number> {
    let size = 0;
    for await (const text of resultFile(this.#store, id)) size += Buffer.byteLength(text);
    return size;
  }
}
