export * from './accounts.js';
export { Admission, type CallAsked, type Denial } from './admission.js';
export type { Clock } from './day.js';
export * from './errors.js';
export { keyIdentifier } from './keys.js';
export { parseOrigin } from './origins.js';
export { secretBeside } from './secret.js';
