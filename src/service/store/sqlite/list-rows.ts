import type { KeptResults, ListRecord, ListState } from '../interfaces/lists.js';

/** A list as columns give it. */
export interface ListRow {
  number: number;
  id: string;
  account_id: number;
  key_id: number;
  name: string;
  url: string;
  state: ListState;
  reason: string;
  lines: number;
  column_read: string;
  addresses: number;
  next: number;
  done: number;
  commits: number;
  epoch: number;
  callback: string | null;
  is_from_console: number;
  is_held: number;
  created_at: number;
  ended_at: number | null;
}

/** Results as columns give them. */
export interface ResultsRow {
  first: number;
  results: string;
  later: string;
}

export const toList = (row: ListRow): ListRecord => ({
  id: row.id,
  accountId: row.account_id,
  keyId: row.key_id,
  name: row.name,
  url: row.url,
  state: row.state,
  reason: row.reason,
  lines: row.lines,
  column: row.column_read,
  addresses: row.addresses,
  next: row.next,
  done: row.done,
  isHeld: row.is_held === 1 && row.ended_at === null,
  ...(row.callback !== null && { callback: row.callback }),
  ...(row.is_from_console === 1 && { isFromConsole: true }),
  createdAt: row.created_at,
  ...(row.ended_at !== null && { endedAt: row.ended_at }),
});

export const toResults = ({ first, results, later }: ResultsRow): KeptResults => ({
  first,
  results: JSON.parse(results) as string[],
  deferred: JSON.parse(later) as number[],
});
