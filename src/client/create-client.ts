import { decodeWholeValidation } from '../wire/decode-whole-validation.js';
import type {
  Balance,
  BatchResult,
  ListStatus,
  ReverseLookup,
  UploadedList,
  Usage,
  Validation,
} from '../wire/results.js';
import { balance, reverse, usage, type UsageDays } from './account.js';
import { listStatus, uploadFile, uploadList, type ListAtUrl } from './bulk.js';
import { checkClientOptions } from './check-options.js';
import { createCalls } from './calls.js';
import { decodeDetector, isDisposable } from './is-disposable.js';
import { fetchWithFile, FILE_TIMEOUT_MS, type ListFile } from './list-file.js';
import { logoUrl, type LogoOptions } from './logo-url.js';
import { hostsOf } from './hosts.js';
import type { CallOptions, ClientOptions, Transport } from './transport.js';
import { validate, type ValidateOptions } from './validate.js';
import { validateBatch, type BatchOptions } from './validate-batch.js';
import { waitForList, type WaitForListOptions } from './wait-for-list.js';

/** One function for each call. Each rejects with a `RefusalError`, `ConnectionError` or `AnswerError`. */
export interface Client {
  /** Validates one address: 1 credit, none if the verdict is Unknown. */
  validate(email: string, options?: ValidateOptions): Promise<Validation>;
  /**
   * Validates up to 100 addresses in one call, and yields each result as soon as it is known: each address is charged as
   * by `validate`. The service must have batches, as this project's has.
   */
  validateBatch(emails: readonly string[], options?: BatchOptions): AsyncGenerator<BatchResult, void, undefined>;
  /** Finds data about the person behind an address. */
  reverse(email: string, options?: CallOptions): Promise<ReverseLookup>;
  /** Returns the credits left on the account. */
  balance(options?: CallOptions): Promise<Balance>;
  /**
   * Returns the calls made between two UTC days, both included: the last 30 days by default. Days are Dates, YYYY-MM-DD
   * or YY-MM-DD.
   */
  usage(days?: UsageDays, options?: CallOptions): Promise<Usage>;
  /**
   * Has the service validate a list: it fetches one with a `url` from there, a public https URL; one with a `file` is
   * sent to it, which may take three minutes, or `timeout` if that is longer. Never sent twice. With `callback`, an https
   * URL, a signed webhook is sent there when the list ends; a service of this project alone does that.
   */
  uploadList(list: ListAtUrl | ListFile, options?: CallOptions): Promise<UploadedList>;
  /** Returns the progress of a list. */
  listStatus(listId: string, options?: CallOptions): Promise<ListStatus>;
  /**
   * Waits until a list is completed, failed or cancelled. Asks for its status after a second, then at growing
   * intervals. Tolerates temporary failures for up to ten minutes in a row.
   */
  waitForList(listId: string, options?: WaitForListOptions): Promise<ListStatus>;
  /** Asks the free detector about an address or a bare domain. */
  isDisposable(addressOrDomain: string, options?: CallOptions): Promise<boolean>;
  /** Returns the URL of a domain's logo, or of its monogram if it has no logo. Sends no request. */
  logoUrl(domain: string, options?: LogoOptions): string;
}

/**
 * Opens a client of one service. Nothing is sent before the first call. Calls with the key wait in a queue, and those that the service is
 * too busy for are sent again as long as their time lasts.
 * @throws ClientOptionError if an option cannot be used
 *
 * @example
 * const client = createClient({ baseUrl: 'https://check.example.com', apiKey: process.env.EMAIL_CHECK_KEY });
 * const { result, reasons } = await client.validate('jane.doe@gmail.com');
 */
export const createClient = (options: ClientOptions): Client => {
  checkClientOptions(options);
  const hosts = hostsOf(options);
  const askWith = createCalls(options);
  const transport = ({ signal }: CallOptions = {}): Transport => ({ hosts, ask: askWith(signal) });
  const askStatus: Client['listStatus'] = (listId, callOptions) => listStatus(transport(callOptions), listId);

  return {
    validate: (email, { signal, ...flags } = {}) =>
      validate(transport({ signal }), email, flags, decodeWholeValidation),
    validateBatch: (emails, batchOptions = {}) => validateBatch(askWith, emails, batchOptions, options),
    reverse: (email, callOptions) => reverse(transport(callOptions), email),
    balance: (callOptions) => balance(transport(callOptions)),
    usage: (days, callOptions) => usage(transport(callOptions), days),
    uploadList: (list, callOptions) =>
      'file' in list
        ? uploadFile(
            {
              hosts,
              ask: askWith(callOptions?.signal, {
                leastTimeout: FILE_TIMEOUT_MS,
                sendWith: (send) => fetchWithFile(send, list.file),
              }),
            },
            list,
          )
        : uploadList(transport(callOptions), list),
    listStatus: askStatus,
    waitForList: (listId, waitOptions) =>
      waitForList(() => askStatus(listId, { signal: waitOptions?.signal }), waitOptions),
    isDisposable: (addressOrDomain, callOptions) =>
      isDisposable(transport(callOptions), addressOrDomain, decodeDetector),
    logoUrl: (domain, logoOptions) => logoUrl({ hosts }, domain, logoOptions),
  };
};
