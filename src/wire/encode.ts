import type { Enrichment, Validation } from './results.js';
import { refusalRows, type RefusalKind, type RefusalRow } from './refusals.js';

/** An answer ready to send. */
export interface Encoded {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const text = (value: boolean | number): string => String(value);
const bit = (value: boolean): string => (value ? '1' : '0');

const encodeEnrichment = ({ fullName, firstName, lastName, photo }: Enrichment): Record<string, string> => ({
  fullname: fullName,
  firstname: firstName,
  lastname: lastName,
  photo,
});

/** Encodes a validation as every published example has it: nested, scalars as strings. `balance` is left out where it is absent. */
export const encodeValidation = (validation: Validation, envelope: string): Encoded => ({
  status: 200,
  body: {
    [envelope]: {
      email: validation.email,
      code: text(validation.code),
      role: text(validation.role),
      free_email: text(validation.freeEmail),
      result: validation.result,
      reason: validation.reasons.join(', '),
      send_transactional: bit(validation.sendTransactional),
      did_you_mean: validation.didYouMean,
      ...(validation.enrichment && encodeEnrichment(validation.enrichment)),
    },
    success: '1',
    ...(validation.balance !== undefined && { balance: text(validation.balance) }),
  },
});

/** Encodes the detector's answer. */
export const encodeDisposable = (disposable: boolean): Encoded => ({ status: 200, body: { disposable: text(disposable) } });

/**
 * Encodes a refusal. `words` replaces the table's message where the interface leaves it open (400 and 403).
 */
export const encodeRefusal = (kind: Exclude<RefusalKind, 'rejected'>, envelope: string, words?: string): Encoded => {
  const row: RefusalRow = refusalRows[kind];
  const message = words ?? row.message;
  return {
    status: row.status,
    body: { [envelope]: { error: message, ...(row.code !== undefined && { code: row.code }) }, success: '0', error: message },
  };
};
