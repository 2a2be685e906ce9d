import { asNumber, asObject, asText } from './decode-scalar.js';
import { decodeValidation } from './decode-validation.js';
import type { Decoded, Enrichment, Validation } from './results.js';

const enrichmentOf = (fields: Record<string, unknown>): Enrichment | undefined => {
  const enrichment = {
    fullName: asText(fields['fullname']),
    firstName: asText(fields['firstname']),
    lastName: asText(fields['lastname']),
    photo: asText(fields['photo']),
  };
  return Object.values(enrichment).some(Boolean) ? enrichment : undefined;
};

/** Decodes the answer of single validation with the balance and with what `append` and `photo` add to it. */
export const decodeWholeValidation = (status: number, body: unknown, envelope: string): Decoded<Validation> => {
  const decoded = decodeValidation(status, body, envelope);
  if (!decoded?.ok) return decoded;
  const outer = asObject(body);
  const balance = asNumber(outer['balance']);
  const enrichment = enrichmentOf({ ...outer, ...asObject(outer[envelope]) });
  return {
    ok: true,
    value: { ...decoded.value, ...(balance !== undefined && { balance }), ...(enrichment && { enrichment }) },
  };
};
