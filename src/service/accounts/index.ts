export * from './accounts.js';
export { Admission, priceOf, type CallAsked, type Denial, type Ruling, type Started } from './admission.js';
export type { Clock } from './day.js';
export * from './errors.js';
export { parseOrigin } from './origins.js';
export { secretBeside } from './secret.js';
