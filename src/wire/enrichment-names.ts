import type { EnrichmentField } from './results.js';

/** The names of an enrichment's fields on the wire, in the order that answers have them. */
export const enrichmentNames = {
  fullName: 'fullname',
  firstName: 'firstname',
  lastName: 'lastname',
  photo: 'photo',
} as const satisfies Record<EnrichmentField, string>;

/**
 * Field of an answer that lists the inferred fields by name, separated by commas. Other services of this API do not send it.
 */
export const INFERRED = 'inferred';

/** The fields of an enrichment, in the order in which answers have them. */
export const enrichmentFields = Object.keys(enrichmentNames) as EnrichmentField[];
