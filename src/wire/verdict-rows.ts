import { FAILED, verdictWords, type Result } from './verdicts.js';

/** One row of the interface's verdict codes. */
export interface VerdictRow {
  /** The number on the wire. */
  readonly code: number;
  readonly result: Result;
  /** The words of `reason`, without the `Role` that may follow them. */
  readonly reason: string;
  /** Whether transactional mail is suggested. */
  readonly sendTransactional: boolean;
}

/** All verdict codes with their properties: transactional mail is suggested unless the address is invalid. */
export const verdictRows: readonly VerdictRow[] = verdictWords
  .map(([reason, result], code) => ({ code, result, reason, sendTransactional: result !== 'Invalid' }))
  .filter(({ code }) => code !== FAILED);
