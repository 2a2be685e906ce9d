import type { OptionalPackage } from './optional-package.js';

/** The library that signs and verifies receipts, and verifies ownership. */
export const jose: OptionalPackage = { name: 'jose', load: () => import('jose') };
