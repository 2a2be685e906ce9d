import { lookAtClock } from '../accounts/index.js';
import type { DatabaseFact } from '../doctor/index.js';
import type { Store } from '../store/index.js';

/** What an error says. Those of the store say what to do. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Writes to a database that is open, and compares its times with the clock. Never rejects. */
export const tryStore = async (store: Store, now: number): Promise<DatabaseFact> => {
  try {
    await store.maintenance.write('doctor', new Date(now).toISOString());
    return { kind: 'works', clock: await lookAtClock(store.maintenance, now) };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
};
