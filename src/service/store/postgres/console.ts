import { FORGET_SESSION_MS, MOST_AUDIT_ENTRIES, MOST_SESSIONS, SEEN_EVERY_MS } from '../console-limits.js';
import type {
  AuditRecord,
  ConsoleStore,
  NewAudit,
  NewSession,
  NewSignInLink,
  SessionRecord,
} from '../interfaces/console.js';
import type { PostgresDatabase } from './database.js';

interface SessionRow extends Omit<SessionRecord, 'accountId'> {
  readonly accountId: number | null;
}

interface AuditRow extends Omit<AuditRecord, 'sessionId' | 'accountId'> {
  readonly sessionId: number | null;
  readonly accountId: number | null;
}

const sessionColumns = 'id, account_id AS "accountId", agent, created_at AS "createdAt", seen_at AS "seenAt"';
const auditColumns = 'id, at, session_id AS "sessionId", account_id AS "accountId", action, detail';

const toSession = ({ accountId, ...session }: SessionRow): SessionRecord => ({
  ...session,
  ...(accountId !== null && { accountId }),
});

const toAudit = ({ sessionId, accountId, ...entry }: AuditRow): AuditRecord => ({
  ...entry,
  ...(sessionId !== null && { sessionId }),
  ...(accountId !== null && { accountId }),
});

/** The statements of the console. */
export const prepareConsole = (database: PostgresDatabase) => ({
  async addSignInLink({ hash, accountId, expiresAt }: NewSignInLink, now: number): Promise<void> {
    await database.query(
      `DELETE FROM email_check.sign_in_links WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM email_check.sign_in_links WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED
       ))`,
      [now],
    );
    await database.query('INSERT INTO email_check.sign_in_links (hash, account_id, expires_at) VALUES ($1, $2, $3)', [
      hash,
      accountId,
      expiresAt,
    ]);
  },
  async beginSession(linkHash: string, { hash, agent, at }: NewSession): Promise<SessionRecord | undefined> {
    const row = await database.first<SessionRow>(
      `SELECT ${sessionColumns} FROM email_check.begin_session($1, $2, $3, $4, $5)`,
      [linkHash, hash, agent, at, at - FORGET_SESSION_MS],
    );
    return row && toSession(row);
  },
  async findSession(
    hash: string,
    { now, idleSince, isUse }: Parameters<ConsoleStore['findSession']>[1],
  ): Promise<SessionRecord | undefined> {
    const row = await database.first<SessionRow>(
      `SELECT ${sessionColumns} FROM email_check.sessions WHERE hash = $1 AND seen_at >= $2`,
      [hash, idleSince],
    );
    if (!row) return undefined;
    if (!isUse || now - row.seenAt < SEEN_EVERY_MS) return toSession(row);
    // No row: it was ended meanwhile.
    const seen = await database.first<SessionRow>(
      `UPDATE email_check.sessions SET seen_at = greatest(seen_at, $2) WHERE id = $1 RETURNING ${sessionColumns}`,
      [row.id, now],
    );
    return seen && toSession(seen);
  },
  listSessions: async (idleSince: number, accountId?: number): Promise<SessionRecord[]> =>
    (
      await database.query<SessionRow>(
        `SELECT ${sessionColumns} FROM email_check.sessions WHERE seen_at >= $1 AND ($2::bigint IS NULL OR account_id = $2)
         ORDER BY seen_at DESC, id DESC LIMIT ${MOST_SESSIONS}`,
        [idleSince, accountId],
      )
    ).map(toSession),
  async endSession(id: number, accountId?: number): Promise<boolean> {
    const ended = await database.query(
      'DELETE FROM email_check.sessions WHERE id = $1 AND ($2::bigint IS NULL OR account_id = $2) RETURNING id',
      [id, accountId],
    );
    return ended.length === 1;
  },
  async addAudit({ at, sessionId, accountId, action, detail }: NewAudit): Promise<void> {
    await database.query(
      'INSERT INTO email_check.audit (at, session_id, account_id, action, detail) VALUES ($1, $2, $3, $4, $5)',
      [at, sessionId, accountId, action, detail],
    );
    await database.query(
      `DELETE FROM email_check.audit WHERE id = ANY (ARRAY(
         SELECT id FROM email_check.audit WHERE coalesce(account_id, 0) = coalesce($1::bigint, 0) ORDER BY id DESC OFFSET ${MOST_AUDIT_ENTRIES} FOR UPDATE SKIP LOCKED
       ))`,
      [accountId],
    );
  },
  listAudit: async (most: number, accountId?: number): Promise<AuditRecord[]> =>
    (
      await database.query<AuditRow>(
        `SELECT ${auditColumns} FROM email_check.audit WHERE $2::bigint IS NULL OR coalesce(account_id, 0) = $2 ORDER BY id DESC LIMIT $1`,
        [most, accountId],
      )
    ).map(toAudit),
});
