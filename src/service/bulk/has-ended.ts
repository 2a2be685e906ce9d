import type { ListRecord } from '../store/index.js';

/** Whether nothing changes in a list any more. */
export const hasEnded = ({ state }: Pick<ListRecord, 'state'>): boolean =>
  state === 'completed' || state === 'failed' || state === 'cancelled';
