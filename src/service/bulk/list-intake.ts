import { setImmediate as breath } from 'node:timers/promises';
import { normalizeAddress } from '../../address/index.js';
import type { ListedLine, ListLease, ListStore } from '../store/index.js';
import type { HostedList } from './hosted-list.js';

/** Lines that are kept together. */
export const PART_LINES = 500;

/** Takes items together, `size` at a time. */
export async function* partsOf<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], void, undefined> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Lines with the number of their address: those that are the same to a mail host have the same one, whatever the case of their domain. */
async function* numbered(list: HostedList, numbers: Map<string, number>): AsyncGenerator<ListedLine, void, undefined> {
  for await (const { text } of list.lines()) {
    const name = normalizeAddress(text);
    const address = numbers.get(name) ?? numbers.size;
    numbers.set(name, address);
    yield { text, address };
  }
}

/**
 * Keeps the lines of a list that was fetched, so that it is worked on without its file from here on. What an earlier try left is
 * replaced. False where the lease was lost meanwhile, or the signal aborts.
 */
export const keepList = async (
  lease: ListLease,
  list: HostedList,
  { store, signal }: { readonly store: ListStore; readonly signal: AbortSignal },
): Promise<boolean> => {
  const numbers = new Map<string, number>();
  let [parts, lines] = [0, 0];
  for await (const part of partsOf(numbered(list, numbers), PART_LINES)) {
    if (signal.aborted || !(await store.keepLines(lease, parts, part))) return false;
    parts += 1;
    lines += part.length;
    // A store on this machine writes at once: without this no other call would have a turn.
    await breath();
  }
  return store.startList(lease, { parts, lines, addresses: numbers.size });
};

/** All lines of a list that is kept, in their order, from a part on. */
export async function* keptLines(store: ListStore, id: string, from = 0): AsyncGenerator<ListedLine, void, undefined> {
  for (let part = from; ; part += 1) {
    const lines = await store.readLines(id, part);
    yield* lines;
    if (lines.length < PART_LINES) return;
    await breath();
  }
}

/** The addresses of a list from the number `next` on, each once, as its first line has it. */
export async function* addressesFrom(
  store: ListStore,
  id: string,
  next: number,
): AsyncGenerator<string, void, undefined> {
  let wanted = next;
  // So many addresses have as many lines before, or more.
  for await (const { text, address } of keptLines(store, id, Math.floor(next / PART_LINES))) {
    if (address !== wanted) continue;
    wanted += 1;
    yield text;
  }
}
