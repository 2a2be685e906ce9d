/** Octets of a body. */
export const LONGEST_BODY = 4_096;
/** A path with its query, in characters. */
export const LONGEST_URL = 8_192;

/** Messages for requests that are not one of the proxy's calls, or that cannot be read, by status. */
export const requestFaults = {
  404: 'The key proxy has no call at this address: check the path.',
  405: 'This call needs another method: see the header "Allow".',
  408: 'The body did not arrive in time: send it again.',
  413: `The body is too long: ${LONGEST_BODY} octets at most.`,
  414: `The URL is too long: ${LONGEST_URL} characters at most.`,
  415: 'A body must be JSON: send it with Content-Type: application/json.',
  // The caller is gone and does not see it.
  499: 'The caller closed the connection.',
} as const satisfies Record<number, string>;

/** Status of a request that cannot be read as a call. */
export type RequestFault = keyof typeof requestFaults;

const failure = (status: 502 | 503 | 504, words: string) => ({ status, words });

/**
 * Failures for which the interface has no refusal, by our code. After each of them, a page should let its visitor go
 * on.
 */
export const failures = {
  'upstream-unreachable': failure(502, 'The service cannot be reached: ask again later.'),
  'upstream-failed': failure(502, 'The service failed: ask again later.'),
  'upstream-bad-answer': failure(502, 'The response does not come from this API: check the address of the service.'),
  'upstream-redirect': failure(
    502,
    'The service redirects to another origin: check its addresses in the options of the key proxy.',
  ),
  'upstream-unavailable': failure(503, 'The service is not available: ask again later.'),
  'upstream-timeout': failure(504, 'The service did not answer in time: ask again later.'),
  'queue-timeout': failure(503, 'The service is busy: ask again shortly.'),
  'limiter-unavailable': failure(503, 'Calls cannot be counted at the moment: ask again later.'),
  'nonces-unavailable': failure(503, 'Nonces cannot be kept at the moment: send the form without one.'),
  'proxy-failed': failure(503, 'The key proxy could not handle this call: ask again later.'),
} as const satisfies Record<string, ReturnType<typeof failure>>;

/** Why a call failed, in one word to branch on. */
export type FailureCode = keyof typeof failures;

/** Whether a word is one of our codes, and not a refusal of the interface. */
export const isFailureCode = (word: unknown): word is FailureCode =>
  typeof word === 'string' && Object.hasOwn(failures, word);
