import type { ListInfo } from '../../../wire/console/index.js';
import { withSample, type PaceSample } from './pace.js';

/** How lists went lately, by their ids. Only running ones are in it. */
export type Paces = ReadonlyMap<string, readonly PaceSample[]>;

/** The paces after an answer that came `at` this time, in milliseconds. A list that does not run at the time begins anew. */
export const nextPaces = (paces: Paces, lists: readonly ListInfo[], at: number): Paces =>
  new Map(
    lists
      .filter(({ state }) => state === 'running')
      .map(({ id, done }) => [id, withSample(paces.get(id) ?? [], { at, done })]),
  );
