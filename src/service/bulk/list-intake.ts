import { normalizeAddress } from '../../address/index.js';
import { yieldToEventLoop } from '../../timing/index.js';
import type { ListedLine, ListLease, ListStore } from '../store/index.js';
import type { HostedList, ListLine } from './hosted-list.js';

/** Number of lines that are stored together. */
export const PART_LINES = 500;

/** Converts items as they arrive, and yields them in groups of `size`. */
export async function* inBatches<Item, Made>(
  items: AsyncIterable<Item>,
  size: number,
  make: (item: Item) => Made,
): AsyncGenerator<Made[], void, undefined> {
  let part: Made[] = [];
  for await (const item of items) {
    part.push(make(item));
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Numbers addresses: those that are the same to a mail host have the same number, whatever the case of their domain. */
class AddressNumbers {
  readonly #numbers = new Map<string, number>();

  /** Number of addresses. */
  get size(): number {
    return this.#numbers.size;
  }

  of(text: string): number {
    const name = normalizeAddress(text);
    const number = this.#numbers.get(name) ?? this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }
}

/**
 * Stores the lines of a fetched list, so that the file is not needed any more. Replaces lines that an earlier try left.
 * False if the lease was lost meanwhile, or the signal aborts.
 */
export const keepList = async (
  lease: ListLease,
  list: HostedList,
  { store, signal }: { readonly store: ListStore; readonly signal: AbortSignal },
): Promise<boolean> => {
  const numbers = new AddressNumbers();
  let [parts, lines] = [0, 0];
  const numbered = ({ text, original }: ListLine): ListedLine => ({
    text,
    address: numbers.of(text),
    ...(original !== undefined && { original }),
  });
  for await (const part of inBatches(list.lines(), PART_LINES, numbered)) {
    if (signal.aborted || !(await store.keepLines(lease, parts, part))) return false;
    parts += 1;
    lines += part.length;
    // A store on this machine writes synchronously: without this, no other call would get a turn.
    await yieldToEventLoop();
  }
  return store.startList(lease, { parts, lines, addresses: numbers.size, column: list.column });
};

/** Yields all lines of a stored list in order, from a part on. */
export async function* keptLines(store: ListStore, id: string, from = 0): AsyncGenerator<ListedLine, void, undefined> {
  for (let part = from; ; part += 1) {
    const lines = await store.readLines(id, part);
    yield* lines;
    if (lines.length < PART_LINES) return;
    await yieldToEventLoop();
  }
}

/** The different addresses of a list from the number `next` on, each as in its first line. */
export async function* addressesFrom(
  store: ListStore,
  id: string,
  next: number,
): AsyncGenerator<string, void, undefined> {
  let wanted = next;
  // At least `next` lines come before the address number `next`.
  for await (const { text, address } of keptLines(store, id, Math.floor(next / PART_LINES))) {
    if (address !== wanted) continue;
    wanted += 1;
    yield text;
  }
}
