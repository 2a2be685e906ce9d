import type { Denial } from '../accounts/index.js';
import { ConsoleError } from './console-error.js';
import { remedies } from './feed-entry.js';

/** The refusal of a call that the console makes for its account. */
export const refusedBy = ({ kind, words, reason }: Denial): ConsoleError =>
  new ConsoleError(kind === 'busy' ? 429 : 409, words ?? reason ?? remedies[kind]);
