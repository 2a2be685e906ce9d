import { asNumber, asObject, asText } from './decode-scalar.js';
import { decodeWholeValidation } from './decode-whole-validation.js';
import type { BatchResult } from './results.js';

/** Decodes one result of a batch; `undefined` if it does not come from this API. */
export const decodeBatchResult = (line: unknown, envelope: string): BatchResult | undefined => {
  const fields = asObject(line);
  const index = asNumber(fields['index']);
  const decoded = decodeWholeValidation(200, line, envelope);
  if (index === undefined || !decoded) return undefined;
  const place = { index, email: asText(fields['email']) };
  return decoded.ok ? { ...place, validation: decoded.value } : { ...place, error: decoded.refusal.message };
};
