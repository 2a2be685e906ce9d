import type { AppOptions, Noted, Verifier } from './options.js';

/** What an observer is told of a verdict. */
export const callLogFields = (
  { validation, evidence }: Awaited<ReturnType<Verifier['verify']>>,
  { pseudonymOf }: Pick<AppOptions, 'pseudonymOf'>,
): Pick<Noted, 'result' | 'timings' | 'pseudonym'> => ({
  result: validation.result,
  ...(evidence && { timings: evidence.timings }),
  ...(pseudonymOf && { pseudonym: pseudonymOf(validation.email) }),
});
