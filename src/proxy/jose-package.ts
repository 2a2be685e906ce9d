import type { OptionalPackage } from './optional-package.js';

/** What signs receipts and verifies them. */
export const jose: OptionalPackage = { name: 'jose', load: () => import('jose') };
