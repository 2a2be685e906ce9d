import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { encodeFailure, encodeRefusal, type Encoded, type WireNames } from '../../wire/index.js';
import type { Denial } from '../accounts/index.js';
import { isTemporaryStoreError, StoreError } from '../store/index.js';
import { hear } from './hear-calls.js';
import type { AppEnv } from './parts.js';

/** Seconds that callers should wait while the database is unavailable. */
export const RETRY_SECONDS = '5';

/** Status for a caller that left before its answer. Only the observer sees it. */
export const CLIENT_CLOSED_REQUEST = 499;

/** Lets pages of any origin read the answer. */
export const allowAllOrigins = (c: Context<AppEnv>): void => c.header('Access-Control-Allow-Origin', '*');

/** Lets pages of one origin read the answer, which must have `Vary: Origin`. */
export const allowOrigin = (c: Context<AppEnv>, origin: string): void =>
  c.header('Access-Control-Allow-Origin', origin);

/** Sends an answer of the interface. */
export const send = (c: Context<AppEnv>, { status, body }: Encoded): Response =>
  c.json(body, status as ContentfulStatusCode);

/** Sends a failure that the interface's table of refusals does not have. */
export const sendFailure = (
  c: Context<AppEnv>,
  status: 404 | 405 | 408 | 410 | 413 | 414 | 415 | 500 | 503,
  words: string,
  { envelope }: WireNames,
): Response => {
  hear(c, { failure: words });
  return send(c, encodeFailure(status, words, envelope));
};

/**
 * The status and words of a failure. 503 if it is temporary: the database is unreachable, locked by others, or takes no
 * writes.
 */
export const failureOf = (fault: unknown): { readonly status: 500 | 503; readonly words: string } =>
  fault instanceof StoreError && isTemporaryStoreError(fault)
    ? { status: 503, words: 'The service cannot answer at the moment: ask again in a few seconds.' }
    : { status: 500, words: 'The service failed at this call: try again later.' };

/**
 * Sends a refusal. 401 and 403 contain nothing about an account and are open to all pages, so that a page's developer
 * sees them and not a network error. Only the approved origin that asked can read the others.
 */
export const sendDenial = (c: Context<AppEnv>, denial: Denial, { envelope }: WireNames, origin?: string): Response => {
  const { kind, words, reason } = denial;
  hear(c, { denial });
  const refusal = encodeRefusal(kind, envelope, { words, reason });
  c.set('logFields', { ...c.get('logFields'), refusal: kind });
  if (refusal.status === 401 || refusal.status === 403) allowAllOrigins(c);
  else if (origin) allowOrigin(c, origin);
  return send(c, refusal);
};
