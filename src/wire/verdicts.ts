/** Result of a validation. */
export type Result = 'Safe to Send' | 'Risky' | 'Invalid' | 'Unknown';

// Verdict codes, the field `code` of an answer.

/** A failed call; it has no verdict. */
export const FAILED = 0;
export const SYNTAX = 1;
export const SPAM_TRAP = 2;
export const DISPOSABLE = 3;
export const ACCEPT_ALL = 4;
export const DELIVERABLE = 5;
export const BOUNCE = 6;
export const UNKNOWN = 7;
/** Risky because the address belongs to a role; nothing else speaks against it. */
export const ROLE_ALONE = 8;

/** The role flag, in `reason`. */
export const ROLE = 'Role';

/** By verdict code: the wording of `reason`, without the `Role` that may follow it, and the result. */
export const verdictWords: readonly (readonly [reason: string, result: Result])[] = [
  ['', 'Unknown'],
  ['Syntax', 'Invalid'],
  ['Spam Trap', 'Invalid'],
  ['Disposable', 'Invalid'],
  ['Accept All', 'Risky'],
  ['Deliverable', 'Safe to Send'],
  ['Bounce', 'Invalid'],
  ['Unknown', 'Unknown'],
  [ROLE, 'Risky'],
];
