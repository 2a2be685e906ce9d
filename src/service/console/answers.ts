import type { ConsoleRefusal } from '../../wire/console/index.js';
import { AccountsError, type AccountsErrorCode } from '../accounts/index.js';
import { BodyError } from '../body/body-error.js';
import { ListError } from '../bulk/index.js';
import { isTemporaryStoreError, StoreError } from '../store/index.js';
import { ConsoleError } from './console-error.js';

/** Seconds that callers should wait while the database is unavailable. */
const RETRY_SECONDS = '5';

/** Statuses of what cannot be done to an account; 400 for the rest, which is about what was sent. */
const statuses: Readonly<Partial<Record<AccountsErrorCode, number>>> = {
  ...{ 'no-account': 404, 'no-key': 404 },
  ...{ 'closed-account': 409, 'short-credits': 409, 'other-change': 409, 'no-webhook': 409 },
};

/** The fields of the body that errors of accounts are about, if each has one. */
const faultyFields: Readonly<Partial<Record<AccountsErrorCode, string>>> = {
  ...{ 'bad-name': 'name', 'bad-label': 'label', 'bad-reason': 'reason', 'bad-webhook': 'url' },
  ...{ 'bad-credits': 'credits', 'short-credits': 'credits' },
  ...{ 'bad-origin': 'origins', 'no-origins': 'origins', 'needless-origins': 'origins' },
};

/** An answer of JSON. */
export const jsonAnswer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** What a refusal has beside its sentence. */
interface RefusalDetails {
  readonly headers?: Readonly<Record<string, string>>;
  readonly code?: ConsoleRefusal['code'] | undefined;
  readonly field?: string | undefined;
}

const refuse = (status: number, error: string, { headers, code, field }: RefusalDetails = {}): Response => {
  const refusal: ConsoleRefusal = { error, ...(code && { code }), ...(field !== undefined && { field }) };
  return jsonAnswer(status, refusal, headers);
};

/** The answer to a request that failed. What is not the caller's to know goes to `onFault`. */
export const failureAnswer = (error: unknown, onFault: (fault: unknown) => void): Response => {
  if (error instanceof ConsoleError) return refuse(error.status, error.message, error);
  if (error instanceof BodyError) return refuse(error.status, error.message, error);
  if (error instanceof AccountsError)
    return refuse(statuses[error.code] ?? 400, error.message, { field: faultyFields[error.code] });
  if (error instanceof ListError)
    return refuse(error.code === 'too-large' || error.code === 'too-many' ? 413 : 400, error.message);
  onFault(error);
  if (error instanceof StoreError && isTemporaryStoreError(error))
    return refuse(503, 'The database cannot be used at the moment: try again in a few seconds.', {
      headers: { 'Retry-After': RETRY_SECONDS },
    });
  return refuse(500, 'The service failed at this: try again later. Its operator finds the reason in the log.');
};
