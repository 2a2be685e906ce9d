import type { OptionalPackage } from './optional-package.js';

/** The library that signs and verifies receipts. */
export const jose: OptionalPackage = { name: 'jose', load: () => import('jose') };
