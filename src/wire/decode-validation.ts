import { asFlag, asNumber, asObject, asText } from './decode-scalar.js';
import { decodeRefusal } from './decode-refusal.js';
import type { Decoded, Validation } from './results.js';
import { DELIVERABLE, ROLE, ROLE_ALONE, UNKNOWN, verdictRows, type Result, type VerdictRow } from './verdicts.js';

const letters = (words: string): string => words.toLowerCase().replace(/\W/g, '');

/** The row that a word of `result` or `reason` names: `Accept-all`, `accept all` and `Accept All` are one word. */
const rowNamed = (word = ''): VerdictRow | undefined => verdictRows.find((row) => letters(row.reason) === letters(word));

/** The interface's own spelling of a result; its prose uses the names of reasons too. A word never seen is Unknown. */
const resultNamed = (word: string): Result =>
  ([...verdictRows].find((row) => letters(row.result) === letters(word)) ?? rowNamed(word))?.result ?? 'Unknown';

/**
 * Decodes the answer of single validation, nested in its envelope or flat. `result` is trusted; `code` only where `result`
 * is absent. What `append` and `photo` add is left to `decodeEnrichedValidation`.
 */
export const decodeValidation = (status: number, body: unknown, envelope: string): Decoded<Validation> => {
  const refusal = decodeRefusal(status, body, envelope);
  if (refusal) return { ok: false, refusal };
  const outer = asObject(body);
  const fields = { ...outer, ...asObject(outer[envelope]) };
  const word = asText(fields['result']);
  // "8,5" is Deliverable beside Role.
  const codes = asText(fields['code']).split(',').map(Number).filter(Boolean);
  if (status !== 200 || !(word || codes[0])) return undefined;

  const reasons = asText(fields['reason']).split(', ').filter(Boolean);
  const role = asFlag(fields['role']) || codes.includes(ROLE_ALONE) || reasons.includes(ROLE);
  const told = codes.find((each) => each !== ROLE_ALONE) ?? codes[0];
  const code = rowNamed(word)?.code ?? told ?? rowNamed(reasons[0])?.code ?? UNKNOWN;
  const row = verdictRows.find((each) => each.code === code);
  const result = word ? resultNamed(word) : role && code === DELIVERABLE ? 'Risky' : (row?.result ?? 'Unknown');
  const balance = asNumber(outer['balance']);
  return {
    ok: true,
    value: {
      email: asText(fields['email']),
      result,
      code,
      reasons,
      role,
      freeEmail: asFlag(fields['free_email']),
      sendTransactional: asFlag(fields['send_transactional'] ?? result !== 'Invalid'),
      didYouMean: asText(fields['did_you_mean']),
      ...(balance !== undefined && { balance }),
    },
  };
};
