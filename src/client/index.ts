export { AnswerError } from './answer-error.js';
export { ClientOptionError } from './check-options.js';
export { ClientError, type ClientErrorCode } from './client-error.js';
export { ConnectionError } from './connection-error.js';
export { createClient, type Client } from './create-client.js';
export { RefusalError } from './refusal-error.js';
export type { Day, UsageDays } from './account.js';
export type { ListAtUrl } from './bulk.js';
export type { HostOptions } from './hosts.js';
export type { ListFile } from './list-file.js';
export type { LogoOptions } from './logo-url.js';
export type { CallOptions, ClientOptions } from './transport.js';
export type { UnreachedReason } from './unreached.js';
export type { ValidateOptions } from './validate.js';
export type { BatchOptions } from './validate-batch.js';
export type { WaitForListOptions } from './wait-for-list.js';
export type {
  Balance,
  BatchResult,
  Enrichment,
  EnrichmentField,
  ListStatus,
  ReverseLookup,
  UploadedList,
  Usage,
  Validation,
} from '../wire/results.js';
export type { RefusalKind } from '../wire/refusals.js';
export type { Result } from '../wire/verdicts.js';
