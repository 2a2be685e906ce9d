import { LONGEST_LEASE } from '../longest-lease.js';
import type { PostgresDatabase } from './database.js';
import { listColumns, toList, type ListRow } from './list-rows.js';
import type {
  AddListOptions,
  CommitOutcome,
  KeptResults,
  ListedLine,
  ListLease,
  ListRecord,
  ListStore,
  NewList,
  ResultChunk,
} from '../interfaces/lists.js';

type LeaseRow = ListRow & { readonly epoch: number; readonly commits: number };

/** Number of tries to add a list: there may be room by the second one. */
const TRIES = 2;

/**
 * Lists that may be leased at the time `now`; no lease lasts beyond `longest`. First the account whose turn is longest ago. One that is held
 * waits, unless its upload was cut off: a worker then deletes it.
 */
const waiting = (now: string, longest: string): string => `
  SELECT lists.number FROM email_check.lists JOIN email_check.accounts ON accounts.id = lists.account_id
  WHERE lists.ended_at IS NULL AND (lists.leased_until <= ${now} OR lists.leased_until > ${longest}) AND CASE WHEN lists.is_held
    THEN lists.lines = 0 AND lists.leased_until > 0
    ELSE (lists.state <> 'paused' OR email_check.free_credits(accounts.id) > 0)
      AND NOT EXISTS (SELECT FROM email_check.lists AS older WHERE older.account_id = lists.account_id AND older.number < lists.number AND older.ended_at IS NULL AND NOT older.is_held)
    END
  ORDER BY (SELECT max(own.turn) FROM email_check.lists AS own WHERE own.account_id = lists.account_id), lists.number LIMIT 1`;

/** The statements of lists. What several do is a function of the database: see `list-functions.ts`. */
export const prepareLists = (database: PostgresDatabase) => {
  const isWritten = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    (await database.query(text, values)).length === 1;
  const whileHeld = 'WHERE lists.id = $1 AND lists.epoch = $2 AND lists.ended_at IS NULL';
  const resultsOf =
    (condition: string) =>
    async (id: string, at: number): Promise<KeptResults | undefined> =>
      database.first<KeptResults>(
        `SELECT first, results, later AS deferred FROM email_check.list_results JOIN email_check.lists ON lists.number = list_results.list
       WHERE lists.id = $1 AND ${condition} LIMIT 1`,
        [id, at],
      );
  const containing = resultsOf('first <= $2 ORDER BY first DESC');

  return {
    /** Lists that two processes add at the same moment do not see each other: there may be one or two more than `most`. */
    async addList(
      { id, accountId, keyId, name, url, createdAt, callback, isFromConsole = false }: NewList,
      most: number,
      { leasedUntil = 0, isHeld = false }: AddListOptions = {},
    ): Promise<ListRecord | undefined> {
      for (let tries = 1; ; tries++) {
        const added = await database.query<ListRow>(
          `INSERT INTO email_check.lists (id, account_id, key_id, name, url, created_at, leased_until, callback, is_from_console, is_held)
           SELECT $1, accounts.id, $3, $4, $5, $6, $8, $9, $10, $11 FROM email_check.accounts
           WHERE accounts.id = $2 AND accounts.closed_at IS NULL
             AND (SELECT count(*) FROM email_check.lists WHERE account_id = $2 AND ended_at IS NULL) < $7 FOR SHARE OF accounts
           ON CONFLICT (account_id, url) WHERE ended_at IS NULL DO NOTHING RETURNING ${listColumns}`,
          [id, accountId, keyId, name, url, createdAt, most, leasedUntil, callback, isFromConsole, isHeld],
        );
        const [row] =
          added.length > 0
            ? added
            : await database.query<ListRow>(
                `SELECT ${listColumns} FROM email_check.lists WHERE account_id = $1 AND url = $2 AND ended_at IS NULL`,
                [accountId, url],
              );
        if (row) return toList(row);
        // There is no room, or one of this URL has ended between the two statements.
        if (tries === TRIES) return undefined;
      }
    },
    listLists: async (most: number, accountId?: number): Promise<readonly ListRecord[]> =>
      (
        await database.query<ListRow>(
          `SELECT ${listColumns} FROM email_check.lists WHERE $2::bigint IS NULL OR account_id = $2 ORDER BY number DESC LIMIT $1`,
          [most, accountId ?? null],
        )
      ).map(toList),
    async findList(accountId: number, id: string): Promise<ListRecord | undefined> {
      const row = await database.first<ListRow>(
        `SELECT ${listColumns} FROM email_check.lists WHERE account_id = $1 AND id = $2`,
        [accountId, id],
      );
      return row && toList(row);
    },
    cancelList: (accountId: number, id: string, at: number) =>
      isWritten(
        "UPDATE email_check.lists SET state = 'cancelled', ended_at = $3 WHERE account_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id",
        [accountId, id, at],
      ),
    /** A list without a worker keeps its epoch: its upload may go on. */
    holdList: (accountId: number, id: string) =>
      isWritten(
        `UPDATE email_check.lists SET is_held = true, leased_until = CASE epoch WHEN 0 THEN leased_until ELSE 0 END,
           epoch = CASE epoch WHEN 0 THEN 0 ELSE epoch + 1 END
         WHERE account_id = $1 AND id = $2 AND NOT is_held AND ended_at IS NULL RETURNING id`,
        [accountId, id],
      ),
    resumeList: (accountId: number, id: string) =>
      isWritten(
        'UPDATE email_check.lists SET is_held = false WHERE account_id = $1 AND id = $2 AND is_held AND ended_at IS NULL RETURNING id',
        [accountId, id],
      ),
    /** One that another process changes at this moment waits for the next time. */
    async cancelPausedLists(
      createdBefore: number,
      { reason, at }: { readonly reason: string; readonly at: number },
    ): Promise<number> {
      const cancelled = await database.query(
        `UPDATE email_check.lists SET state = 'cancelled', reason = $2, ended_at = $3 WHERE number = ANY (ARRAY(
           SELECT number FROM email_check.lists WHERE (state = 'paused' OR is_held) AND ended_at IS NULL AND created_at < $1 FOR UPDATE SKIP LOCKED
         )) RETURNING id`,
        [createdBefore, reason, at],
      );
      return cancelled.length;
    },
    forgetListBefore: (at: number) =>
      isWritten(
        'DELETE FROM email_check.lists WHERE number = (SELECT number FROM email_check.lists WHERE ended_at < $1 LIMIT 1) RETURNING id',
        [at],
      ),

    /** Leases a list in one statement: a list that another process is leasing at this moment is passed over. */
    async leaseList(now: number, until: number): Promise<ListLease | undefined> {
      const row = await database.first<LeaseRow>(
        `UPDATE email_check.lists SET state = 'running', epoch = epoch + 1, leased_until = $2, turn = nextval('email_check.list_turns')
         WHERE number = (${waiting('$1', '$3')} FOR UPDATE OF lists SKIP LOCKED
         ) RETURNING ${listColumns}, epoch, commits`,
        [now, until, now + LONGEST_LEASE],
      );
      if (!row) return undefined;
      const { epoch, commits, ...list } = row;
      return { list: toList(list), epoch, commits };
    },
    isListWaiting: async (now: number) =>
      (await database.query(waiting('$1', '$2'), [now, now + LONGEST_LEASE])).length > 0,
    renewLease: ({ list, epoch }: ListLease, until: number) =>
      isWritten(`UPDATE email_check.lists SET leased_until = greatest(leased_until, $3) ${whileHeld} RETURNING id`, [
        list.id,
        epoch,
        until,
      ]),
    releaseList: ({ list, epoch }: ListLease) =>
      isWritten(`UPDATE email_check.lists SET leased_until = 0 ${whileHeld} RETURNING id`, [list.id, epoch]),
    dropList: ({ list, epoch }: ListLease) =>
      isWritten(`DELETE FROM email_check.lists ${whileHeld} RETURNING id`, [list.id, epoch]),
    endList: (
      { list, epoch }: ListLease,
      { state, reason, at }: { readonly state: string; readonly reason: string; readonly at: number },
    ) =>
      isWritten(`UPDATE email_check.lists SET state = $3, reason = $4, ended_at = $5 ${whileHeld} RETURNING id`, [
        list.id,
        epoch,
        state,
        reason,
        at,
      ]),

    keepLines: ({ list, epoch }: ListLease, part: number, lines: readonly ListedLine[]) =>
      isWritten(
        `WITH held AS (SELECT number FROM email_check.lists ${whileHeld} FOR UPDATE)
         INSERT INTO email_check.list_lines (list, part, texts, addresses, originals) SELECT number, $3, $4::text[], $5::bigint[], $6::text[] FROM held
         ON CONFLICT (list, part) DO UPDATE SET texts = excluded.texts, addresses = excluded.addresses, originals = excluded.originals RETURNING part`,
        [
          list.id,
          epoch,
          part,
          lines.map(({ text }) => text),
          lines.map(({ address }) => address),
          lines.map(({ original }) => original ?? ''),
        ],
      ),
    startList: (
      { list, epoch }: ListLease,
      { parts, lines, addresses, column }: Parameters<ListStore['startList']>[1],
    ) =>
      isWritten(
        `WITH started AS (UPDATE email_check.lists SET lines = $4, addresses = $5, column_read = $6 ${whileHeld} RETURNING number),
           dropped AS (DELETE FROM email_check.list_lines USING started WHERE list_lines.list = started.number AND list_lines.part >= $3)
         SELECT number FROM started`,
        [list.id, epoch, parts, lines, addresses, column],
      ),
    async readLines(id: string, part: number): Promise<ListedLine[]> {
      const row = await database.first<{ texts: string[]; addresses: number[]; originals: string[] }>(
        'SELECT texts, list_lines.addresses, originals FROM email_check.list_lines JOIN email_check.lists ON lists.number = list_lines.list WHERE lists.id = $1 AND part = $2',
        [id, part],
      );
      return (row?.texts ?? []).map((text, index) => {
        const original = row?.originals[index];
        return { text, address: row?.addresses[index] ?? 0, ...(original && { original }) };
      });
    },

    async commitResults(
      { list, epoch, commits }: ListLease,
      { first, results, credits, deferred, deferredUntil, call, day, at }: ResultChunk,
    ): Promise<CommitOutcome> {
      const row = await database.first<{ outcome: 'kept' | 'lost'; count: number; balance: number }>(
        'SELECT outcome, count, balance FROM email_check.commit_results($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
        [list.id, epoch, commits, first, results, credits, deferred, deferredUntil ?? null, call, day, at],
      );
      return row?.outcome === 'kept'
        ? { outcome: 'kept', count: row.count, balance: row.balance }
        : { outcome: 'lost' };
    },
    async readResults(id: string, address: number): Promise<KeptResults | undefined> {
      const found = await containing(id, address);
      return found && address < found.first + found.results.length ? found : undefined;
    },
    deferredResults: resultsOf("first >= $2 AND later <> '{}' ORDER BY first"),
  };
};
