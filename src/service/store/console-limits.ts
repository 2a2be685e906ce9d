/** Sessions that are listed at once. */
export const MOST_SESSIONS = 200;

/** Entries of the audit log that are kept of one account, and of the operator. */
export const MOST_AUDIT_ENTRIES = 1_000;

/** A session's last use is written when it is older than this, in milliseconds. */
export const SEEN_EVERY_MS = 60_000;

/** Sessions that nobody has used for this long are deleted, in milliseconds: 30 days. */
export const FORGET_SESSION_MS = 30 * 86_400_000;

/** Events that are deleted together. */
export const EVENTS_AT_A_TIME = 1_000;
