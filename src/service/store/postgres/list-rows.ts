import type { ListRecord } from '../interfaces/lists.js';

/** A list as columns give it. */
export interface ListRow extends Omit<ListRecord, 'endedAt' | 'callback' | 'isFromConsole'> {
  readonly endedAt: number | null;
  readonly callback: string | null;
  readonly isFromConsole: boolean;
}

/** The columns of {@link ListRow}. */
export const listColumns = `lists.id, lists.account_id AS "accountId", lists.key_id AS "keyId", lists.name, lists.url, lists.state, lists.reason, lists.lines, lists.column_read AS column,
  lists.addresses, lists.next, lists.done, lists.is_held AS "isHeld", lists.callback, lists.is_from_console AS "isFromConsole", lists.created_at AS "createdAt",
  lists.ended_at AS "endedAt"`;

export const toList = ({ endedAt, callback, isFromConsole, isHeld, ...list }: ListRow): ListRecord => ({
  ...list,
  isHeld: isHeld && endedAt === null,
  ...(endedAt !== null && { endedAt }),
  ...(callback !== null && { callback }),
  ...(isFromConsole && { isFromConsole }),
});
