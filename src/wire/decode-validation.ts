import { asFlag, asObject, asText } from './decode-scalar.js';
import { decodeRefusal } from './decode-refusal.js';
import type { Decoded, Validation } from './results.js';
import { DELIVERABLE, ROLE, ROLE_ALONE, UNKNOWN, verdictWords, type Result } from './verdicts.js';

const letters = (words: unknown): string => asText(words).toLowerCase().replace(/[\W_]/g, '');

/** The first verdict code whose reason (0) or result (1) a word names: `Accept-all` and `Accept All` are one word. 0 for none. */
const codeNamed = (word: unknown, column: 0 | 1): number =>
  Math.max(
    0,
    verdictWords.findIndex((words) => letters(words[column]) === letters(word)),
  );

/** "8,5" is Deliverable beside Role. */
const codesOf = ({ code }: Record<string, unknown>): number[] =>
  asText(code)
    .split(',')
    .map(Number)
    .filter((each) => verdictWords[each] && each);

const resultOf = (code: number): Result => verdictWords[code]?.[1] ?? 'Unknown';

/**
 * Reads a verdict's fields. `result` decides, whether it is one of the four results or, as in the interface's prose,
 * the name of a reason. `code` decides only if `result` is absent. An unknown word is Unknown.
 */
export const readValidation = (fields: Record<string, unknown>): Validation => {
  const { email, result: word, reason, role, free_email, send_transactional, did_you_mean, receipt } = fields;
  const codes = codesOf(fields);
  const reasons = asText(reason).split(', ').filter(Boolean);
  const isRole = asFlag(role) || codes.includes(ROLE_ALONE) || reasons.includes(ROLE);
  const named = codeNamed(word, 0);
  const code = named || (codes.find((each) => each !== ROLE_ALONE) ?? codes[0]) || codeNamed(reasons[0], 0) || UNKNOWN;
  const byResult = codeNamed(word, 1);
  const isRoleBesideDeliverable = isRole && code === DELIVERABLE && !byResult;
  const result = isRoleBesideDeliverable ? 'Risky' : resultOf(word ? byResult || named : code);
  return {
    email: asText(email),
    result,
    code,
    reasons,
    role: isRole,
    freeEmail: asFlag(free_email),
    sendTransactional: asFlag(send_transactional ?? result !== 'Invalid'),
    didYouMean: asText(did_you_mean),
    ...(!!receipt && { receipt: asText(receipt) }),
  };
};

/**
 * Decodes the answer of single validation, nested in its envelope or flat. Balance and enrichment are left to
 * `decodeWholeValidation`.
 */
export const decodeValidation = (status: number, body: unknown, envelope: string): Decoded<Validation> => {
  const refusal = decodeRefusal(status, body, envelope);
  if (refusal) return { ok: false, refusal };
  const outer = asObject(body);
  const fields = { ...outer, ...asObject(outer[envelope]) };
  const isVerdict = status === 200 && (asText(fields['result']) || codesOf(fields)[0]);
  return isVerdict ? { ok: true, value: readValidation(fields) } : undefined;
};
