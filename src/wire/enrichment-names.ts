import type { EnrichmentField } from './results.js';

/** The names of an enrichment's fields on the wire, in the order that answers have them. */
export const enrichmentNames = {
  fullName: 'fullname',
  firstName: 'firstname',
  lastName: 'lastname',
  photo: 'photo',
} as const satisfies Record<EnrichmentField, string>;

/**
 * Field of an answer that lists the inferred fields by name, separated by commas. Only this project's service has it.
 */
export const INFERRED = 'inferred';

/** All fields, in the order of their names on the wire. */
export const enrichmentFields = Object.keys(enrichmentNames) as EnrichmentField[];
