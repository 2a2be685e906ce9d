import type { Database } from 'better-sqlite3';
import { FORGET_SESSION_MS, MOST_AUDIT_ENTRIES, MOST_SESSIONS, SEEN_EVERY_MS } from '../console-limits.js';
import type {
  AuditRecord,
  ConsoleStore,
  NewAudit,
  NewSession,
  NewSignInLink,
  SessionRecord,
} from '../interfaces/console.js';

interface SessionRow {
  id: number;
  account_id: number | null;
  agent: string;
  created_at: number;
  seen_at: number;
}

interface LinkRow {
  account_id: number | null;
  expires_at: number;
}

interface AuditRow {
  id: number;
  at: number;
  session_id: number | null;
  account_id: number | null;
  action: string;
  detail: string;
}

const ofAccount = (accountId: number | null) => accountId !== null && { accountId };

const toSession = ({ id, account_id, agent, created_at, seen_at }: SessionRow): SessionRecord => ({
  id,
  ...ofAccount(account_id),
  agent,
  createdAt: created_at,
  seenAt: seen_at,
});

const toAudit = ({ id, at, session_id, account_id, action, detail }: AuditRow): AuditRecord => ({
  id,
  at,
  ...(session_id !== null && { sessionId: session_id }),
  ...ofAccount(account_id),
  action,
  detail,
});

/** The statements of the console. All but the look-up of a session are rare, and prepared when they run. */
export const prepareConsole = (database: Database) => {
  const session = database.prepare<[string, number], SessionRow>(
    'SELECT id, account_id, agent, created_at, seen_at FROM sessions WHERE hash = ? AND seen_at >= ?',
  );
  const see = database.prepare<[number, number]>('UPDATE sessions SET seen_at = ? WHERE id = ?');
  return {
    addSignInLink: database.transaction(({ hash, accountId, expiresAt }: NewSignInLink, now: number): void => {
      database.prepare('DELETE FROM sign_in_links WHERE expires_at <= ?').run(now);
      database
        .prepare('INSERT INTO sign_in_links (hash, account_id, expires_at) VALUES (?, ?, ?)')
        .run(hash, accountId ?? null, expiresAt);
    }).immediate,
    beginSession: database.transaction(
      (linkHash: string, { hash, agent, at }: NewSession): SessionRecord | undefined => {
        const link = database
          .prepare<[string], LinkRow>('DELETE FROM sign_in_links WHERE hash = ? RETURNING account_id, expires_at')
          .get(linkHash);
        if (!link || link.expires_at <= at) return undefined;
        const isClosed = database.prepare('SELECT 1 FROM accounts WHERE id = ? AND closed_at IS NOT NULL');
        if (isClosed.get(link.account_id)) return undefined;
        database.prepare('DELETE FROM sessions WHERE seen_at < ?').run(at - FORGET_SESSION_MS);
        const row = database
          .prepare<unknown[], SessionRow>(
            `INSERT INTO sessions (hash, account_id, agent, created_at, seen_at) VALUES (?, ?, ?, ?, ?)
             RETURNING id, account_id, agent, created_at, seen_at`,
          )
          .get(hash, link.account_id, agent, at, at);
        return row && toSession(row);
      },
    ).immediate,
    findSession(
      hash: string,
      { now, idleSince, isUse }: Parameters<ConsoleStore['findSession']>[1],
    ): SessionRecord | undefined {
      const row = session.get(hash, idleSince);
      if (!row) return undefined;
      if (!isUse || now - row.seen_at < SEEN_EVERY_MS) return toSession(row);
      see.run(now, row.id);
      return toSession({ ...row, seen_at: now });
    },
    listSessions: (idleSince: number, accountId?: number): SessionRecord[] =>
      database
        .prepare<[object], SessionRow>(
          `SELECT id, account_id, agent, created_at, seen_at FROM sessions
           WHERE seen_at >= @idleSince AND account_id IS ifnull(@accountId, account_id) ORDER BY seen_at DESC, id DESC LIMIT ${MOST_SESSIONS}`,
        )
        .all({ idleSince, accountId: accountId ?? null })
        .map(toSession),
    endSession: (id: number, accountId?: number): boolean =>
      database
        .prepare('DELETE FROM sessions WHERE id = @id AND account_id IS ifnull(@accountId, account_id)')
        .run({ id, accountId: accountId ?? null }).changes === 1,
    addAudit: database.transaction(({ at, sessionId, accountId, action, detail }: NewAudit): void => {
      const account = accountId ?? null;
      database
        .prepare('INSERT INTO audit (at, session_id, account_id, action, detail) VALUES (?, ?, ?, ?, ?)')
        .run(at, sessionId ?? null, account, action, detail);
      database
        .prepare(
          `DELETE FROM audit WHERE account_id IS @account AND id <= (
             SELECT id FROM audit WHERE account_id IS @account ORDER BY id DESC LIMIT 1 OFFSET ${MOST_AUDIT_ENTRIES}
           )`,
        )
        .run({ account });
    }).immediate,
    listAudit: (most: number, accountId?: number): AuditRecord[] =>
      database
        .prepare<[object], AuditRow>(
          'SELECT * FROM audit WHERE account_id IS ifnull(@accountId, account_id) ORDER BY id DESC LIMIT @most',
        )
        .all({ most, accountId: accountId ?? null })
        .map(toAudit),
  };
};
