import type { KnownNames } from '../../../src/service/verdict/index.js';

/** Names of which nothing is known. */
export const nothingKnown: KnownNames = {
  isDisposable: () => false,
  isDisposableHost: () => false,
  isRelay: () => false,
  isFree: () => false,
  isRole: () => false,
  isSpamTrap: () => false,
  suggest: () => '',
};
