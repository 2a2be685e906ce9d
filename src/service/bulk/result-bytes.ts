import { LRUCache } from 'lru-cache';
import type { ListRecord, ListStore } from '../store/index.js';
import { resultParts } from './list-file.js';

/** A part of a file: bytes from `start` up to `end`, counted from 0. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** How many bytes a file has, and where each part of it begins. */
interface Plan {
  readonly size: number;
  readonly starts: readonly number[];
}

const PLANS = 1_000;
/** This much is passed on at a time, so that progress of a slow reader is seen. */
const PIECE_BYTES = 65_536;

function* piecesOf(bytes: Buffer): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** The files of lists that have ended, as bytes. Of one list they are the same every time, and none is kept: each is written as it is read. */
export class ResultFiles {
  readonly #store: ListStore;
  readonly #plans = new LRUCache<string, Promise<Plan>>({ max: PLANS });

  constructor(store: ListStore) {
    this.#store = store;
  }

  /** How many bytes a list's file has. It is written once to find out. */
  async sizeOf(list: ListRecord): Promise<number> {
    return (await this.#planOf(list)).size;
  }

  /** All of a list's file. */
  async *all(list: ListRecord): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const text of resultParts(this.#store, list)) yield* piecesOf(Buffer.from(text));
  }

  /** A part of a list's file; what is before it need not be written. */
  async *read(list: ListRecord, { start, end }: ByteSpan): AsyncGenerator<Uint8Array, void, undefined> {
    const { starts } = await this.#planOf(list);
    const first = Math.max(0, starts.filter((each) => each <= start).length - 1);
    let at = starts[first] ?? 0;
    for await (const text of resultParts(this.#store, list, first)) {
      const bytes = Buffer.from(text);
      const span = bytes.subarray(Math.max(0, start - at), end - at);
      at += bytes.length;
      yield* piecesOf(span);
      if (at >= end) return;
    }
  }

  #planOf(list: ListRecord): Promise<Plan> {
    const known = this.#plans.get(list.id);
    if (known) return known;
    const plan = this.#plan(list);
    this.#plans.set(list.id, plan);
    plan.catch(() => this.#plans.delete(list.id));
    return plan;
  }

  async #plan(list: ListRecord): Promise<Plan> {
    const starts: number[] = [];
    let size = 0;
    for await (const text of resultParts(this.#store, list)) {
      starts.push(size);
      size += Buffer.byteLength(text);
    }
    return { size, starts };
  }
}
