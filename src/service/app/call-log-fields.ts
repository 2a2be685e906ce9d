import type { Verified } from '../verdict/index.js';
import type { AppOptions, Noted } from './options.js';

/** What an observer is told of a verdict. */
export const callLogFields = (
  { validation, evidence }: Verified,
  { pseudonymOf }: Pick<AppOptions, 'pseudonymOf'>,
): Pick<Noted, 'result' | 'timings' | 'pseudonym'> => ({
  result: validation.result,
  timings: evidence.timings,
  ...(pseudonymOf && { pseudonym: pseudonymOf(validation.email) }),
});
