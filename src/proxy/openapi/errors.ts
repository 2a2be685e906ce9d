import { refusalRows, type RefusalRow } from '../../wire/index.js';
import { failures, requestFaults, type FailureCode } from '../failures.js';
import type { RefusalReason } from '../refused.js';
import type { ProxyCall, ProxyRoute } from '../routes.js';
import { objectOf, type Schema } from './schema.js';

/** Description of an answer with an error. */
export interface DescribedError {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content: Readonly<Record<'application/json', { readonly schema: Schema }>>;
}

/** Meanings of the proxy's refusals that use the interface's own words. */
const refusalMeanings: Readonly<Record<keyof typeof refusalRows, string>> = {
  'bad-request': 'A parameter is missing, repeated, invalid or, in a body, unknown: the message names it.',
  'wrong-key': 'The service does not accept the key of the proxy.',
  'no-credits': "The service's account has no credits left.",
  forbidden:
    'The request comes from another site, or from an element of a page instead of a script, or it is an account call without the header `email-check: 1`, or `authorize` does not allow it, or `allow` does not name the parameter, or the service does not allow the call.',
  busy: 'Too many calls: from this network in a minute, waiting in the proxy, or with this key at the service.',
  'daily-limit':
    'This network has used its validations of the day, or the site its budget, or the service counts so. A day ends at midnight UTC.',
  'bad-list-url': 'The service does not accept the URL of the list.',
  'unknown-list': 'The service does not know a list with this id.',
};

/** One kind of answer with an error. */
export interface ErrorRow {
  readonly as: RefusalReason['kind'];
  readonly status: number;
  /** `code` of the error body; the interface has none for the daily limit. */
  readonly code: string | undefined;
  /** The sentence of the error body, if it is always the same. */
  readonly message: string | undefined;
  readonly meaning: string;
}

const NO_CODE = '0';

/** Errors whose sentences depend on the request. */
const saidInOwnWords: readonly RefusalReason['kind'][] = ['bad-request', 'forbidden', 'busy', 405];

const messageOf = (as: RefusalReason['kind'], message: string): string | undefined =>
  saidInOwnWords.includes(as) ? undefined : message;

const refusals = Object.entries(refusalRows) as [keyof typeof refusalRows, RefusalRow][];
const faults = Object.entries(requestFaults).map(
  ([status, words]) => [Number(status) as keyof typeof requestFaults, words] as const,
);
const ownFailures = Object.entries(failures) as [FailureCode, (typeof failures)[FailureCode]][];

/** All answers with an error, by status. */
export const errorRows: readonly ErrorRow[] = [
  ...refusals.map(([as, { status, message, code }]) => ({
    as,
    status,
    code,
    message: messageOf(as, message),
    meaning: refusalMeanings[as],
  })),
  ...faults.map(([as, words]) => ({ as, status: as, code: NO_CODE, message: messageOf(as, words), meaning: words })),
  ...ownFailures.map(([as, { status, words }]) => ({ as, status, code: as, message: words, meaning: words })),
].sort((one, other) => one.status - other.status);

/** The body of an error with one of these codes. */
export const errorBody = (rows: readonly ErrorRow[], envelope: string): Schema => {
  const codes = [...new Set(rows.flatMap(({ code }) => code ?? []))];
  const error: Schema = { type: 'string', description: 'What happened, and what to do about it.' };
  const reason: Schema = {
    type: 'string',
    description: "What is wrong with the list's URL, if the service or the proxy says so.",
  };
  const optional = [...(rows.some(({ code }) => code === undefined) ? ['code'] : []), 'reason'];
  const said = objectOf(
    { error, code: { type: 'string', enum: codes }, ...(rows.some(({ as }) => as === 'bad-list-url') && { reason }) },
    optional,
  );
  return objectOf({ [envelope]: said, success: { type: 'string', const: '0' }, error });
};

const wholeSeconds: Schema = { type: 'integer', minimum: 1 };
const retryAfter = {
  description: 'Seconds to wait, if the failure is temporary (RFC 9110 §10.2.3).',
  schema: wholeSeconds,
};
const allow = { description: 'The methods that the call has (RFC 9110 §10.2.1).', schema: { type: 'string' } } as const;

const headersOf: Readonly<Partial<Record<number, DescribedError['headers']>>> = {
  405: { Allow: allow },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

/** The answers of all errors, by status. One status may have several reasons. */
export const errorAnswers = (envelope: string): Readonly<Record<string, DescribedError>> => {
  const bad = errorRows.filter(({ status }) => status >= 400);
  const statuses = [...new Set(bad.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const rows = bad.filter((row) => row.status === status);
      const headers = headersOf[status];
      const description = rows
        .map(({ code, meaning }) => (code === undefined || code === NO_CODE ? meaning : `\`${code}\`: ${meaning}`))
        .join('\n\n');
      return [
        status,
        {
          description,
          ...(headers && { headers }),
          content: { 'application/json': { schema: errorBody(rows, envelope) } },
        },
      ];
    }),
  );
};

/** Statuses of requests that are not a described operation: another path, another method. */
const UNDESCRIBED = [404, 405];
const OF_BODIES = [408, 413, 415];
/** The service's refusals in the interface's words. The logo host has none. */
const OF_SERVICE: readonly RefusalReason['kind'][] = ['wrong-key', 'no-credits', 'daily-limit'];
const OF_LISTS: Readonly<Partial<Record<ProxyCall, RefusalReason['kind']>>> = {
  'lists/upload': 'bad-list-url',
  'lists/status': 'unknown-list',
};

/** The ways in which the proxy's own call, for a nonce, ends without one. */
export const nonceErrors: readonly ErrorRow[] = errorRows.filter(({ as }) =>
  (
    [
      'forbidden',
      'busy',
      404,
      414,
      499,
      'upstream-timeout',
      'limiter-unavailable',
      'nonces-unavailable',
      'proxy-failed',
    ] as readonly RefusalReason['kind'][]
  ).includes(as),
);

/** The ways in which one call ends without a result. */
export const errorsOf = (
  name: ProxyCall,
  { call, fileCall }: ProxyRoute,
  method: 'GET' | 'POST',
): readonly ErrorRow[] =>
  errorRows.filter(({ as, status }) => {
    if (UNDESCRIBED.includes(status)) return false;
    if (as === 'nonces-unavailable') return false;
    if (OF_BODIES.includes(status)) return method === 'POST';
    if (Object.values(OF_LISTS).includes(as)) return OF_LISTS[name] === as && !(method === 'POST' && fileCall);
    return call.host !== 'logo' || !OF_SERVICE.includes(as);
  });
