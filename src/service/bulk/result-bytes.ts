import { LRUCache } from 'lru-cache';
import type { ListRecord, ListStore } from '../store/index.js';
import { resultParts } from './list-file.js';

/** A part of a file: bytes from `start` up to `end`, counted from 0. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Size of a file in bytes, and the start of each of its parts. */
interface FileLayout {
  readonly size: number;
  readonly starts: readonly number[];
}

const MOST_LAYOUTS = 1_000;
/** Number of bytes passed on at a time, so that the progress of a slow reader is seen. */
const CHUNK_BYTES = 65_536;

function* chunksOf(bytes: Buffer): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/**
 * The files of ended lists, as bytes. The file of one list is the same every time, and is not stored: it is generated
 * while it is read.
 */
export class ResultFiles {
  readonly #store: ListStore;
  readonly #layouts = new LRUCache<string, Promise<FileLayout>>({ max: MOST_LAYOUTS });

  constructor(store: ListStore) {
    this.#store = store;
  }

  /** Returns the size of a list's file in bytes. The file is generated once to find out. */
  async sizeOf(list: ListRecord): Promise<number> {
    return (await this.#layoutOf(list)).size;
  }

  /** Yields all of a list's file. */
  async *all(list: ListRecord): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const text of resultParts(this.#store, list)) yield* chunksOf(Buffer.from(text));
  }

  /** A part of a list's file. The bytes before it need not be generated. */
  async *read(list: ListRecord, { start, end }: ByteSpan): AsyncGenerator<Uint8Array, void, undefined> {
    const { starts } = await this.#layoutOf(list);
    const first = Math.max(0, starts.filter((each) => each <= start).length - 1);
    let at = starts[first] ?? 0;
    for await (const text of resultParts(this.#store, list, first)) {
      const bytes = Buffer.from(text);
      const span = bytes.subarray(Math.max(0, start - at), end - at);
      at += bytes.length;
      yield* chunksOf(span);
      if (at >= end) return;
    }
  }

  #layoutOf(list: ListRecord): Promise<FileLayout> {
    const known = this.#layouts.get(list.id);
    if (known) return known;
    const layout = this.#measure(list);
    this.#layouts.set(list.id, layout);
    layout.catch(() => this.#layouts.delete(list.id));
    return layout;
  }

  async #measure(list: ListRecord): Promise<FileLayout> {
    const starts: number[] = [];
    let size = 0;
    for await (const text of resultParts(this.#store, list)) {
      starts.push(size);
      size += Buffer.byteLength(text);
    }
    return { size, starts };
  }
}
