import type { NotAsked } from './gate.js';
import type { RestingPlace } from './refusals.js';
import { TOO_MANY_UNKNOWN } from './rest.js';

/** Evidence of a place that rests. */
export const notAskedAt = ({ place, reason, until }: RestingPlace): NotAsked => ({
  outcome: 'not-asked',
  why: reason === TOO_MANY_UNKNOWN ? 'unknown-share' : 'refused',
  ...{ place, reason, until },
});
