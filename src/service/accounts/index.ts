export * from './accounts.js';
export { Admission, type CallAsked, type Denial } from './admission.js';
export { clientAddressOf, clientSchemeOf } from './client-address.js';
export { checkDatabase } from './database.js';
export type { Clock } from './day.js';
export * from './errors.js';
export { keyIdentifier, pseudonym } from './keys.js';
export { parseOrigin } from './origins.js';
export { secretBeside } from './secret.js';
