/** What a validation says of an address. */
export type Result = 'Safe to Send' | 'Risky' | 'Invalid' | 'Unknown';

/** One row of the interface's verdict codes. */
export interface VerdictRow {
  /** The number on the wire. */
  readonly code: number;
  readonly result: Result;
  /** The wording of `reason`, without the `Role` that may follow it. */
  readonly reason: string;
  /** Whether transactional mail is suggested. */
  readonly sendTransactional: boolean;
}

const row = (code: number, reason: string, result: Result, sendTransactional = false): VerdictRow => ({
  code,
  result,
  reason,
  sendTransactional,
});

/** The role flag, in `reason`. */
export const ROLE = 'Role';

/** All verdict codes; code 0 is a failed call and has no verdict. */
export const verdictRows = [
  row(1, 'Syntax', 'Invalid'),
  row(2, 'Spam Trap', 'Invalid'),
  row(3, 'Disposable', 'Invalid'),
  row(4, 'Accept All', 'Risky', true),
  row(5, 'Deliverable', 'Safe to Send', true),
  row(6, 'Bounce', 'Invalid'),
  row(7, 'Unknown', 'Unknown', true),
  row(8, ROLE, 'Risky', true),
] as const satisfies readonly VerdictRow[];

/** A failed call. */
export const FAILED = 0;
export const SYNTAX = 1;
export const SPAM_TRAP = 2;
export const DISPOSABLE = 3;
export const ACCEPT_ALL = 4;
export const DELIVERABLE = 5;
export const BOUNCE = 6;
export const UNKNOWN = 7;
export const ROLE_ALONE = 8;
