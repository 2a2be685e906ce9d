import { enrichmentFields, enrichmentNames, INFERRED } from './enrichment-names.js';
import type { DayOfUsage, Enrichment, ReverseLookup, Usage, Validation } from './results.js';
import { refusalRows, type RefusalKind, type RefusalRow } from './refusals.js';

/** An answer ready to send. */
export interface Encoded {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const text = (value: boolean | number): string => String(value);
const bit = (value: boolean): string => (value ? '1' : '0');

/** Fields that `photo` and `append` add: those that were requested, empty if nothing was found. */
export type EncodedEnrichment = Partial<Enrichment>;

/** A validation about to be sent. */
export type EncodedValidation = Omit<Validation, 'enrichment'> & { readonly enrichment?: EncodedEnrichment };

const encodeEnrichment = (enrichment: EncodedEnrichment): Record<string, string> => {
  const asked = enrichmentFields.filter((field) => enrichment[field] !== undefined);
  const fields = Object.fromEntries(asked.map((field) => [enrichmentNames[field], enrichment[field] ?? '']));
  const inferred = enrichment.inferred?.map((field) => enrichmentNames[field]).join(',');
  return { ...fields, ...(inferred !== undefined && { [INFERRED]: inferred }) };
};

/** A validation's own fields, scalars as strings, as every published example has them. */
export const validationFields = (validation: Omit<EncodedValidation, 'balance'>) => ({
  email: validation.email,
  code: text(validation.code),
  role: text(validation.role),
  free_email: text(validation.freeEmail),
  result: validation.result,
  reason: validation.reasons.join(', '),
  send_transactional: bit(validation.sendTransactional),
  did_you_mean: validation.didYouMean,
  ...(validation.enrichment && encodeEnrichment(validation.enrichment)),
});

/** Encodes a validation: its fields nested in the envelope. `balance` is left out if it is absent. */
export const encodeValidation = (validation: EncodedValidation, envelope: string): Encoded => ({
  status: 200,
  body: {
    [envelope]: validationFields(validation),
    success: '1',
    ...(validation.balance !== undefined && { balance: text(validation.balance) }),
  },
});

/** Encodes credits left: a string, as the interface's prose has it, with the `success` that its schema requires. */
export const encodeBalance = (balance: number): Encoded => ({
  status: 200,
  body: { balance: text(balance), success: '1' },
});

const encodeDay = ({ day, calls, credits }: DayOfUsage) => ({
  day,
  calls: text(calls),
  ...(credits !== undefined && { credits: text(credits) }),
});

/**
 * Encodes usage. `api` identifies the key for its owner, and is never the key itself, since answers may be logged. Days
 * are those of UTC, and the answer says so.
 */
export const encodeUsage = ({ start, end, calls, days = [] }: Usage, api: string, envelope: string): Encoded => ({
  status: 200,
  body: {
    [envelope]: { api, start, end, calls: text(calls), timezone: 'UTC', days: days.map(encodeDay) },
    success: '1',
  },
});

/** Encodes a reverse look-up, its data unchanged. */
export const encodeReverse = ({ email, data }: ReverseLookup): Encoded => ({
  status: 200,
  body: { email, data, success: '1' },
});

/** Encodes the detector's answer. */
export const encodeDisposable = (disposable: boolean): Encoded => ({
  status: 200,
  body: { disposable: text(disposable) },
});

const failed = (message: string, code: string | undefined, envelope: string, reason?: string): Encoded['body'] => ({
  [envelope]: { error: message, ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) },
  success: '0',
  error: message,
});

/** Texts of a refusal, in addition to its row of the table. */
export interface RefusalWords {
  /** Replaces the table's message, if the interface leaves that open (400 and 403). */
  readonly words?: string | undefined;
  /** Reason beside the message, if only that identifies the refusal. */
  readonly reason?: string | undefined;
}

/** Encodes a refusal. */
export const encodeRefusal = (
  kind: Exclude<RefusalKind, 'rejected'>,
  envelope: string,
  { words, reason }: RefusalWords = {},
): Encoded => {
  const { status, message, code }: RefusalRow = refusalRows[kind];
  return { status, body: failed(words ?? message, code, envelope, reason) };
};

/** Code of an error body if the interface names no other. */
const ANY_FAILURE = '0';

/** Encodes a failure at a status that the table of refusals does not have (404, 405, 410, 500, 503), in the interface's error body. */
export const encodeFailure = (status: number, words: string, envelope: string): Encoded => ({
  status,
  body: failed(words, ANY_FAILURE, envelope),
});
