import type { Validation } from '../wire/results.js';
import { verdictWords } from '../wire/verdicts.js';

/** A verdict that no service gave: the detector's, or that of the page's own lists. */
export const localVerdict = (email: string, code: number, reason?: string): Validation => {
  const [word = '', result = 'Unknown'] = verdictWords[code] ?? [];
  return {
    email,
    result,
    code,
    reasons: [reason ?? word],
    role: false,
    freeEmail: false,
    sendTransactional: result !== 'Invalid',
    didYouMean: '',
  };
};
