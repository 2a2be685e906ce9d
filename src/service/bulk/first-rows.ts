import type { KeptResults, ListRecord, ListStore } from '../store/index.js';
import { RESULT_FIELDS } from './result-lines.js';

/** A line of a list, with the verdict on its address if there is one. */
export interface FirstRow {
  readonly email: string;
  /** `''` until the address has its final verdict. */
  readonly result: string;
  readonly reason: string;
  readonly didYouMean: string;
}

const [RESULT, REASON, DID_YOU_MEAN] = (['result', 'reason', 'did_you_mean'] as const).map(
  // The address comes before the fields.
  (name) => RESULT_FIELDS.indexOf(name) + 1,
) as [number, number, number];

/** The results of a list's first addresses, by the number of the address. */
const firstResults = async (
  store: Pick<ListStore, 'readResults'>,
  { id, next, endedAt }: ListRecord,
  count: number,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const found = new Map<number, readonly string[]>();
  let part: KeptResults | undefined;
  for (let address = 0; address < Math.min(count, next); address = part.first + part.results.length) {
    part = await store.readResults(id, address);
    if (!part) break;
    const later = new Set(endedAt === undefined ? part.deferred : []);
    for (const [position, stored] of part.results.entries())
      if (!later.has(position)) found.set(part.first + position, JSON.parse(stored) as string[]);
  }
  return found;
};

/** The first lines of a list, at most 500; none before it was fetched. */
export const firstRows = async (
  store: Pick<ListStore, 'readLines' | 'readResults'>,
  list: ListRecord,
): Promise<readonly FirstRow[]> => {
  const lines = list.lines === 0 ? [] : await store.readLines(list.id, 0);
  const results = await firstResults(store, list, 1 + Math.max(-1, ...lines.map(({ address }) => address)));
  return lines.map(({ text, address }) => {
    const fields = results.get(address) ?? [];
    const field = (index: number) => fields[index] ?? '';
    return { email: text, result: field(RESULT), reason: field(REASON), didYouMean: field(DID_YOU_MEAN) };
  });
};
