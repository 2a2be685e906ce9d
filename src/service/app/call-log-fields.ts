import type { VerificationResult } from '../verdict/index.js';
import type { AppParts, CallLogFields } from './parts.js';

/** Returns the fields about a verdict for observers. */
export const callLogFields = (
  { validation, evidence }: VerificationResult,
  { pseudonymOf }: Pick<AppParts, 'pseudonymOf'>,
): Pick<CallLogFields, 'result' | 'timings' | 'pseudonym'> => ({
  result: validation.result,
  timings: evidence.timings,
  ...(pseudonymOf && { pseudonym: pseudonymOf(validation.email) }),
});
