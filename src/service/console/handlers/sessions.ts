import type { AuditEntry, ListedSession, SessionInfo } from '../../../wire/console/index.js';
import { readFields, type Field } from '../../body/fields.js';
import type { AuditRecord, SessionRecord } from '../../store/index.js';
import { jsonAnswer } from '../answers.js';
import { numberIn, type Asked, type Handlers } from '../asked.js';
import { ConsoleError } from '../console-error.js';
import { isToken } from '../links.js';
import type { ConsoleParts } from '../parts.js';
import type { Sessions } from '../sessions.js';

/** Number of entries of the audit log that are shown. */
const MOST_AUDIT = 200;

const token: Field<string> = {
  expects: 'the part of the link behind its #',
  read: (sent) => (isToken(sent) ? sent : undefined),
};

const listed = (current: SessionRecord, { id, accountId, agent, createdAt, seenAt }: SessionRecord): ListedSession => ({
  ...{ id, agent, createdAt, lastSeenAt: seenAt, isThisOne: id === current.id },
  ...(accountId !== undefined && { account: accountId }),
});

const audited = ({ id, at, sessionId, accountId, action, detail }: AuditRecord): AuditEntry => ({
  ...{ id, at, action, detail },
  ...(sessionId !== undefined && { session: sessionId }),
  ...(accountId !== undefined && { account: accountId }),
});

/** Signing in and out, and what was changed by whom. */
export const sessionHandlers = (
  { accounts, store, secondsToSignIn, version }: ConsoleParts,
  sessions: Sessions,
): Handlers<'signIn' | 'session' | 'signOut' | 'sessions' | 'endSession' | 'audit'> => {
  const infoOf = async (
    { id, accountId }: SessionRecord,
    { serviceUrl }: Pick<Asked, 'serviceUrl'>,
  ): Promise<SessionInfo> => {
    const reached = accountId === undefined ? await accounts.listAccounts() : [await accounts.account(accountId)];
    const shown = reached.map((each) => ({ id: each.id, name: each.name, isClosed: each.closedAt !== undefined }));
    return {
      ...{ id, serviceUrl, version },
      accounts: shown.sort((one, other) => Number(one.isClosed) - Number(other.isClosed)),
      ...(accountId !== undefined && { account: accountId }),
    };
  };
  return {
    async signIn(asked) {
      const { request, caller, body, isSecure, note } = asked;
      const seconds = await secondsToSignIn(caller.address);
      if (seconds > 0)
        throw new ConsoleError(429, `Too many tries to sign in: try again in ${seconds} seconds.`, {
          headers: { 'Retry-After': String(seconds) },
        });
      const sent = readFields(body, { token }, {});
      const begun = await sessions.begin(sent.token, { agent: request.headers.get('User-Agent') ?? '', isSecure });
      if (!begun)
        throw new ConsoleError(
          401,
          'This link is unknown, has expired, or was used before: each opens one session, within ten minutes. Make a new one: email-check console link',
        );
      const former = await sessions.find(request, { isSecure, isUse: false });
      if (former) await sessions.end(former.id);
      const { session, cookie } = begun;
      note({ sessionId: session.id, accountId: session.accountId });
      return jsonAnswer(200, await infoOf(session, asked), { 'Set-Cookie': cookie });
    },
    session: (asked) => infoOf(asked.session, asked),
    async signOut({ session, isSecure }) {
      await sessions.end(session.id);
      return jsonAnswer(200, {}, { 'Set-Cookie': sessions.removal(isSecure) });
    },
    async sessions({ session }) {
      return (await sessions.list(session.accountId)).map((each) => listed(session, each));
    },
    async endSession({ parts, session, note }) {
      const id = numberIn({ parts }, 'session');
      if (!(await sessions.end(id, session.accountId)))
        throw new ConsoleError(404, `There is no session ${id}: it may have ended already.`);
      note({ detail: `session ${id}` });
      return {};
    },
    async audit({ session }) {
      return (await store.listAudit(MOST_AUDIT, session.accountId)).map(audited);
    },
  };
};
