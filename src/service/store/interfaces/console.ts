/** A session of the console, or a one-time link to begin one. Times in milliseconds since 1970, UTC. */
export interface SessionRecord {
  readonly id: number;
  /** The account that it is for; absent for the operator's, which reaches all. */
  readonly accountId?: number;
  /** The browser that signed in, as it named itself; at most 200 characters. */
  readonly agent: string;
  readonly createdAt: number;
  readonly seenAt: number;
}

/** A link that opens one session. */
export interface NewSignInLink {
  /** Keyed hash of its token, in hex: the token itself is not kept. */
  readonly hash: string;
  readonly accountId?: number | undefined;
  readonly expiresAt: number;
}

/** A session about to begin. */
export interface NewSession {
  /** Keyed hash of its token, in hex. */
  readonly hash: string;
  readonly agent: string;
  readonly at: number;
}

/** A change that was made. */
export interface AuditRecord {
  readonly id: number;
  readonly at: number;
  /** Absent for the command. */
  readonly sessionId?: number;
  readonly accountId?: number;
  readonly action: string;
  readonly detail: string;
}

/** A change about to be kept. */
export interface NewAudit extends Pick<AuditRecord, 'at' | 'action' | 'detail'> {
  readonly sessionId?: number | undefined;
  readonly accountId?: number | undefined;
}

/** The store of the console: links, sessions, and what was changed in them. `accountId` narrows to one account; all if absent. */
export interface ConsoleStore {
  /** Stores a link, and deletes those that have expired by `now`. */
  addSignInLink(link: NewSignInLink, now: number): Promise<void>;
  /**
   * Uses up a link and begins a session, in one step: no link begins two. `undefined` if the link is unknown, used or expired, or its account is
   * closed. Deletes sessions that nobody has used for 30 days.
   */
  beginSession(linkHash: string, session: NewSession): Promise<SessionRecord | undefined>;
  /**
   * A session by the hash of its token, unless it was last seen before `idleSince`. With `isUse`, its `seenAt` becomes `now` if it is a minute
   * old.
   */
  findSession(
    hash: string,
    at: { readonly now: number; readonly idleSince: number; readonly isUse: boolean },
  ): Promise<SessionRecord | undefined>;
  /** Sessions that were seen since `idleSince`, latest first, at most 200. */
  listSessions(idleSince: number, accountId?: number): Promise<readonly SessionRecord[]>;
  /** Ends a session at once; false if there is none with this id and, if given, this account. */
  endSession(id: number, accountId?: number): Promise<boolean>;
  /** Keeps an entry, and deletes the oldest of its account beyond 1,000. */
  addAudit(entry: NewAudit): Promise<void>;
  /** The latest entries first, at most `most`. */
  listAudit(most: number, accountId?: number): Promise<readonly AuditRecord[]>;
}
