import type { Database } from 'better-sqlite3';
import type { Claims } from './claims.js';
import { LONGEST_LEASE } from '../longest-lease.js';
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
import { toList, toResults, type ListRow, type ResultsRow } from './list-rows.js';

/** Returns how many of the prices can be paid together, from the first on, and their sum. */
const affordable = (credits: readonly number[], free: number): { readonly count: number; readonly cost: number } => {
  let [count, cost] = [0, 0];
  for (const each of credits) {
    if (cost + each > free) break;
    cost += each;
    count++;
  }
  return { count, cost };
};

/**
 * Lists that may be leased, by the time and by the latest that a lease may last; first of the account whose turn is longest ago. One that is
 * held waits, unless its upload was cut off: a worker then deletes it.
 */
const waiting = `
  SELECT lists.number FROM lists JOIN accounts ON accounts.id = lists.account_id
  WHERE lists.ended_at IS NULL AND (lists.leased_until <= ? OR lists.leased_until > ?) AND CASE WHEN lists.is_held
    THEN lists.lines = 0 AND lists.leased_until > 0
    ELSE (lists.state <> 'paused' OR accounts.balance > claimed_credits(accounts.id))
      AND lists.number = (SELECT min(older.number) FROM lists AS older WHERE older.account_id = lists.account_id AND older.ended_at IS NULL AND older.is_held = 0)
    END
  ORDER BY (SELECT max(own.turn) FROM lists AS own WHERE own.account_id = lists.account_id), lists.number LIMIT 1`;

/** The statements of lists, prepared once. Lists must not spend the credits that `claims` has reserved for calls. */
export const prepareLists = (database: Database, claims: Claims) => {
  database.function('claimed_credits', (account) => claims.creditsOf(Number(account)));
  const open = database.prepare<[number, string], ListRow>(
    'SELECT * FROM lists WHERE account_id = ? AND url = ? AND ended_at IS NULL',
  );
  const add = database.prepare<unknown[], ListRow>(
    `INSERT INTO lists (id, account_id, key_id, name, url, state, reason, lines, addresses, next, done, commits, epoch, leased_until, turn, created_at, callback, is_from_console, is_held)
     SELECT ?, id, ?, ?, ?, 'queued', '', 0, 0, 0, 0, 0, 0, ?, 0, ?, ?, ?, ? FROM accounts WHERE id = ? AND closed_at IS NULL RETURNING *`,
  );
  const countOpen = database
    .prepare<[number], number>('SELECT count(*) FROM lists WHERE account_id = ? AND ended_at IS NULL')
    .pluck();
  const latest = database.prepare<[number], ListRow>('SELECT * FROM lists ORDER BY number DESC LIMIT ?');
  const latestOf = database.prepare<[number, number], ListRow>(
    'SELECT * FROM lists WHERE account_id = ? ORDER BY number DESC LIMIT ?',
  );
  const find = database.prepare<[number, string], ListRow>('SELECT * FROM lists WHERE account_id = ? AND id = ?');
  const cancel = database.prepare<[number, number, string]>(
    "UPDATE lists SET state = 'cancelled', ended_at = ? WHERE account_id = ? AND id = ? AND ended_at IS NULL",
  );
  const forgetOne = database.prepare<[number]>(
    'DELETE FROM lists WHERE number = (SELECT number FROM lists WHERE ended_at < ? LIMIT 1)',
  );
  const lease = database.prepare<[number, number, number], ListRow>(
    `UPDATE lists SET state = 'running', epoch = epoch + 1, leased_until = ?, turn = (SELECT max(turn) + 1 FROM lists) WHERE number = (${waiting}) RETURNING *`,
  );
  const anyWaiting = database.prepare<[number, number], number>(waiting).pluck();
  const cancelPaused = database.prepare<[string, number, number]>(
    "UPDATE lists SET state = 'cancelled', reason = ?, ended_at = ? WHERE (state = 'paused' OR is_held = 1) AND ended_at IS NULL AND created_at < ?",
  );
  // A list without a worker keeps its epoch: its upload may go on.
  const suspend = database.prepare<[number, string]>(
    `UPDATE lists SET is_held = 1, leased_until = iif(epoch = 0, leased_until, 0), epoch = iif(epoch = 0, 0, epoch + 1)
     WHERE account_id = ? AND id = ? AND is_held = 0 AND ended_at IS NULL`,
  );
  const resume = database.prepare<[number, string]>(
    'UPDATE lists SET is_held = 0 WHERE account_id = ? AND id = ? AND is_held = 1 AND ended_at IS NULL',
  );
  const held = database.prepare<[string, number], ListRow>(
    'SELECT * FROM lists WHERE id = ? AND epoch = ? AND ended_at IS NULL',
  );
  const hold = database.prepare<[number, string, number]>(
    'UPDATE lists SET leased_until = max(leased_until, ?) WHERE id = ? AND epoch = ? AND ended_at IS NULL',
  );
  const giveBack = database.prepare<[string, number]>(
    'UPDATE lists SET leased_until = 0 WHERE id = ? AND epoch = ? AND ended_at IS NULL',
  );
  const drop = database.prepare<[string, number]>('DELETE FROM lists WHERE id = ? AND epoch = ? AND ended_at IS NULL');
  const end = database.prepare<[string, string, number, string, number]>(
    'UPDATE lists SET state = ?, reason = ?, ended_at = ? WHERE id = ? AND epoch = ? AND ended_at IS NULL',
  );
  const keep = database.prepare('INSERT OR REPLACE INTO list_lines (list, part, lines) VALUES (?, ?, ?)');
  const start = database.prepare<[number, number, string, number]>(
    'UPDATE lists SET lines = ?, addresses = ?, column_read = ? WHERE number = ?',
  );
  const dropParts = database.prepare<[number, number]>('DELETE FROM list_lines WHERE list = ? AND part >= ?');
  const lines = database
    .prepare<[string, number], string>(
      'SELECT list_lines.lines FROM list_lines JOIN lists ON lists.number = list_lines.list WHERE lists.id = ? AND part = ?',
    )
    .pluck();
  const results = (condition: string) =>
    database.prepare<[string, number], ResultsRow>(
      `SELECT first, results, later FROM list_results JOIN lists ON lists.number = list_results.list WHERE lists.id = ? AND ${condition} LIMIT 1`,
    );
  const containing = results('first <= ? ORDER BY first DESC');
  const pending = results("first >= ? AND later <> '[]' ORDER BY first");
  const kept = database.prepare<[number, number], ResultsRow>(
    'SELECT first, results, later FROM list_results WHERE list = ? AND first = ?',
  );
  const write = database.prepare(
    'INSERT OR REPLACE INTO list_results (list, first, results, later) VALUES (?, ?, ?, ?)',
  );
  const advance = database.prepare<[string, number, number, number, number | null, number]>(
    'UPDATE lists SET state = ?, next = next + ?, done = done + ?, commits = commits + ?, leased_until = coalesce(?, leased_until) WHERE number = ?',
  );
  const balance = database.prepare<[number], number>('SELECT balance FROM accounts WHERE id = ?').pluck();
  const debit = database.prepare<[number, number]>('UPDATE accounts SET balance = balance - ? WHERE id = ?');
  const addCharge = database.prepare(
    'INSERT INTO charges (account_id, key_id, day, call, credits, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const countUsage = database.prepare(
    `INSERT INTO usage_by_day (account_id, day, calls, credits) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`,
  );

  return {
    addList: database.transaction(
      (
        list: NewList,
        most: number,
        { leasedUntil = 0, isHeld = false }: AddListOptions = {},
      ): ListRecord | undefined => {
        const { id, accountId, keyId, name, url, createdAt, callback = null, isFromConsole = false } = list;
        const added = () =>
          add.get(
            id,
            keyId,
            name,
            url,
            leasedUntil,
            createdAt,
            callback,
            Number(isFromConsole),
            Number(isHeld),
            accountId,
          );
        const isRoom = () => (countOpen.get(accountId) ?? 0) < most;
        const row = open.get(accountId, url) ?? (isRoom() ? added() : undefined);
        return row && toList(row);
      },
    ).immediate,
    listLists: (most: number, accountId?: number): ListRecord[] =>
      (accountId === undefined ? latest.all(most) : latestOf.all(accountId, most)).map(toList),
    findList(accountId: number, id: string): ListRecord | undefined {
      const row = find.get(accountId, id);
      return row && toList(row);
    },
    cancelList: (accountId: number, id: string, at: number) => cancel.run(at, accountId, id).changes === 1,
    holdList: (accountId: number, id: string) => suspend.run(accountId, id).changes === 1,
    resumeList: (accountId: number, id: string) => resume.run(accountId, id).changes === 1,
    cancelPausedLists: (createdBefore: number, { reason, at }: { reason: string; at: number }) =>
      cancelPaused.run(reason, at, createdBefore).changes,
    forgetListBefore: (at: number) => forgetOne.run(at).changes === 1,

    leaseList(now: number, until: number): ListLease | undefined {
      const row = lease.get(until, now, now + LONGEST_LEASE);
      return row && { list: toList(row), epoch: row.epoch, commits: row.commits };
    },
    isListWaiting: (now: number) => anyWaiting.get(now, now + LONGEST_LEASE) !== undefined,
    renewLease: ({ list, epoch }: ListLease, until: number) => hold.run(until, list.id, epoch).changes === 1,
    releaseList: ({ list, epoch }: ListLease) => giveBack.run(list.id, epoch).changes === 1,
    dropList: ({ list, epoch }: ListLease) => drop.run(list.id, epoch).changes === 1,
    endList: ({ list, epoch }: ListLease, { state, reason, at }: { state: string; reason: string; at: number }) =>
      end.run(state, reason, at, list.id, epoch).changes === 1,

    keepLines: database.transaction(
      ({ list, epoch }: ListLease, part: number, listed: readonly ListedLine[]): boolean => {
        const row = held.get(list.id, epoch);
        if (row)
          keep.run(
            row.number,
            part,
            JSON.stringify(
              listed.map(({ text, address, original }) =>
                original === undefined ? [text, address] : [text, address, original],
              ),
            ),
          );
        return row !== undefined;
      },
    ).immediate,
    startList: database.transaction(
      ({ list, epoch }: ListLease, counts: Parameters<ListStore['startList']>[1]): boolean => {
        const row = held.get(list.id, epoch);
        if (!row) return false;
        start.run(counts.lines, counts.addresses, counts.column, row.number);
        dropParts.run(row.number, counts.parts);
        return true;
      },
    ).immediate,
    readLines: (id: string, part: number): ListedLine[] =>
      (JSON.parse(lines.get(id, part) ?? '[]') as [string, number, string?][]).map(([text, address, original]) => ({
        text,
        address,
        ...(original !== undefined && { original }),
      })),

    commitResults: database.transaction(
      ({ list, epoch, commits }: ListLease, { first, ...chunk }: ResultChunk): CommitOutcome => {
        const row = held.get(list.id, epoch);
        if (!row || row.commits !== commits) return { outcome: 'lost' };
        const old = first === row.next ? undefined : kept.get(row.number, first);
        if (first !== row.next && !old) return { outcome: 'lost' };
        const before = old && toResults(old);
        const { count, cost } = affordable(
          chunk.credits,
          (balance.get(row.account_id) ?? 0) - claims.creditsOf(row.account_id),
        );
        const isWhole = count === chunk.results.length;
        // Results without credits to pay for them are not written.
        const results = [...chunk.results.slice(0, count), ...(before?.results.slice(count) ?? [])];
        const deferred = [
          ...chunk.deferred.filter((position) => position < count),
          ...(before?.deferred.filter((position) => position >= count) ?? []),
        ];
        // Provisional results are not counted yet.
        const settled = (before?.deferred.length ?? count) - deferred.length;
        const isWritten = before ? settled > 0 : count > 0;
        if (isWritten) {
          write.run(row.number, first, JSON.stringify(results), JSON.stringify(deferred));
          addCharge.run(row.account_id, row.key_id, chunk.day, chunk.call, cost, chunk.at);
          countUsage.run(row.account_id, chunk.day, settled, cost);
          debit.run(cost, row.account_id);
        }
        // After the charge: the event of a list that is paused tells of the balance that is left.
        advance.run(
          isWhole ? 'running' : 'paused',
          before ? 0 : count,
          settled,
          Number(isWritten),
          isWhole ? (chunk.deferredUntil ?? null) : 0,
          row.number,
        );
        return { outcome: 'kept', count, balance: balance.get(row.account_id) ?? 0 };
      },
    ).immediate,
    readResults(id: string, address: number): KeptResults | undefined {
      const row = containing.get(id, address);
      const found = row && toResults(row);
      return found && address < found.first + found.results.length ? found : undefined;
    },
    deferredResults(id: string, from: number): KeptResults | undefined {
      const row = pending.get(id, from);
      return row && toResults(row);
    },
  };
};
