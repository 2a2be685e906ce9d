import { asNumber, asObject, asText } from './decode-scalar.js';
import { decodeValidation } from './decode-validation.js';
import { enrichmentFields, enrichmentNames, INFERRED } from './enrichment-names.js';
import type { Decoded, Enrichment, EnrichmentField, Validation } from './results.js';

const enrichmentOf = (fields: Record<string, unknown>): Enrichment | undefined => {
  const textOf = (field: EnrichmentField) => asText(fields[enrichmentNames[field]]);
  if (!enrichmentFields.some(textOf)) return undefined;
  const names = asText(fields[INFERRED]).split(/, */);
  const inferred = enrichmentFields.filter((field) => names.includes(enrichmentNames[field]));
  return {
    fullName: textOf('fullName'),
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    photo: textOf('photo'),
    ...(inferred.length > 0 && { inferred }),
  };
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
