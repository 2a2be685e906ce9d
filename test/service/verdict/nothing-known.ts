import type { Reputation } from '../../../src/service/reputation/index.js';

/** Names of which nothing is known. */
export const nothingKnown: Reputation = {
  isDisposable: () => false,
  isDisposableHost: () => false,
  isRelay: () => false,
  isFree: () => false,
  isRole: () => false,
  isSpamTrap: () => false,
  suggest: () => '',
};
