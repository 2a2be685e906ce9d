export {
  AccountsError,
  secretBeside,
  type Accounts,
  type AccountsErrorCode,
  type Contact,
  type Contacts,
  type Forgotten,
  type KeyOrder,
  type MadeKey,
} from './accounts/index.js';
export type { Caller, DisposableLookup } from './app/options.js';
export type { CallEntry } from './log/index.js';
export * from './config.js';
export * from './config-sources.js';
export { openAccounts, type Administration } from './administration.js';
export { createService, type Service } from './service.js';
export type { ServiceOptions } from './service-options.js';
export { serviceFromConfig } from './compose/compose.js';
export { StoreError, type AccountRecord, type KeyKind, type KeyRecord, type StoreErrorCode } from './store/index.js';
export type { Verifier } from './verdict/index.js';
