import { readValidation } from '../wire/decode-validation.js';
import type { Validation } from '../wire/results.js';
import { verdictWords } from '../wire/verdicts.js';

/** A verdict that no service gave, the detector's or that of the page's own lists, read as if one had. */
export const localVerdict = (email: string, code: number, reason = verdictWords[code]?.[0]): Validation =>
  readValidation({ email, code, reason });
