export {
  AccountsError,
  loadDatabaseSecret,
  /** @deprecated Now `loadDatabaseSecret`. */
  loadDatabaseSecret as secretBeside,
  type Accounts,
  type AccountsErrorCode,
  type Contact,
  type Contacts,
  type ForgetResult,
  type NewKeyOptions,
  type MadeKey,
} from './accounts/index.js';
export type { ConnectionInfo, DisposableLookup } from './app/parts.js';
export type { CallEntry } from './log/index.js';
export * from './config.js';
export * from './config-sources.js';
export { openAccounts, type Administration } from './compose/administration.js';
export { serviceFromConfig } from './compose/compose.js';
export { createService } from './compose/create-service.js';
export type { ServiceOptions } from './compose/service-options.js';
export type { Service } from './service.js';
export { StoreError, type AccountRecord, type KeyKind, type KeyRecord, type StoreErrorCode } from './store/index.js';
export type { VerdictEngine } from './verdict/index.js';
export type { DeliveryReport, DeliveryWorkOptions, Webhooks } from './webhook/index.js';
