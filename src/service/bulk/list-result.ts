import { validateCall, validationFields } from '../../wire/index.js';
import { creditsOf } from '../accounts/prices.js';
import type { ResultChunk } from '../store/index.js';
import type { VerificationResult } from '../verdict/index.js';
import { RESULT_FIELDS } from './result-lines.js';

/** A stored result: a JSON array of the address, as it was asked about, and its fields. */
const resultText = (asked: string, { validation }: VerificationResult): string => {
  const fields = validationFields(validation);
  return JSON.stringify([asked, ...RESULT_FIELDS.map((name) => fields[name])]);
};

/** The address of a stored result, as it was asked about. */
export const addressOf = (result: string): string => String((JSON.parse(result) as unknown[])[0]);

/**
 * Whether the reason for an Unknown verdict may be temporary: greylisting, or a host or name server that did not
 * answer.
 */
const isRetryable = ({ validation, evidence: { gaveUp, dns, probe } }: VerificationResult): boolean => {
  if (validation.result !== 'Unknown') return false;
  if (gaveUp) return gaveUp !== 'aborted';
  if (dns?.kind === 'failed') return ['servfail', 'timeout', 'refused', 'blind'].includes(dns.why);
  if (!probe || probe === 'off') return false;
  if (probe.outcome === 'refused' || probe.outcome === 'session-refused') return probe.meaning === 'rate-or-temporary';
  // Neither a rule nor a day's budget changes in a while.
  if (probe.outcome === 'not-asked') return !['never', 'budget'].includes(probe.why);
  return ['dropped', 'timed-out', 'unreachable'].includes(probe.outcome);
};

/** Whether the address waits for its provider's pace, or for the list's next turn: it was not asked for, and will be. */
const isWaiting = ({ validation, evidence: { probe } }: VerificationResult): boolean =>
  validation.result === 'Unknown' &&
  probe !== undefined &&
  probe !== 'off' &&
  probe.outcome === 'not-asked' &&
  probe.why === 'pace';

/** Which addresses are checked again: in the first pass all that may be known later, after it those that wait. */
const isLater = { first: isRetryable, again: isWaiting } as const;

/** An address of a list costs as much as a single validation. */
const ORDER = { call: validateCall } as const;
/** Name of a list's charges in the ledger. */
const LEDGER_NAME = 'list';

/** An address and its result. */
export interface CheckedAddress {
  readonly address: string;
  readonly verified: VerificationResult;
}

/** Results of the addresses from the number `first` on; those that are checked again are marked. */
export const chunkOf = (
  first: number,
  answered: readonly CheckedAddress[],
  { at, pass }: { readonly at: number; readonly pass: keyof typeof isLater },
): ResultChunk => ({
  first,
  results: answered.map(({ address, verified }) => resultText(address, verified)),
  credits: answered.map(({ verified: { validation } }) => creditsOf(ORDER, validation)),
  deferred: answered.flatMap(({ verified }, position) => (isLater[pass](verified) ? [position] : [])),
  call: LEDGER_NAME,
  day: new Date(at).toISOString().slice(0, 10),
  at,
});
