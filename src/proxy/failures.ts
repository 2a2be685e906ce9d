/** Octets of a body. */
export const LONGEST_BODY = 4_096;
/** A path with its query, in characters. */
export const LONGEST_URL = 8_192;

/** What is wrong with a request that is none of the proxy's calls, or not readable as one, by status. */
export const requestFaults = {
  404: 'There is nothing at this address of the key proxy.',
  405: 'This call is made with another method: the header "Allow" names it.',
  408: 'The body did not arrive in time: send it again.',
  413: `The body is too long: ${LONGEST_BODY} octets at most.`,
  414: `The URL is too long: ${LONGEST_URL} characters at most.`,
  415: 'A body must be JSON: send it with Content-Type: application/json.',
  // No one sees the number.
  499: 'The caller left.',
} as const satisfies Record<number, string>;

/** Status of a request that cannot be read as a call. */
export type RequestFault = keyof typeof requestFaults;

const failure = (status: 502 | 503 | 504, words: string) => ({ status, words });

/** Failures that the interface has no refusal for, by our code: each is a reason for a page to let its visitor go on. */
export const failures = {
  'upstream-unreachable': failure(502, 'The service cannot be reached: ask again later.'),
  'upstream-failed': failure(502, 'The service failed: ask again later.'),
  'upstream-bad-answer': failure(502, 'What answered does not speak the interface: check the address of the service.'),
  'upstream-redirect': failure(
    502,
    'The service points to another place: check its addresses in the options of the key proxy.',
  ),
  'upstream-unavailable': failure(503, 'The service is not available: ask again later.'),
  'upstream-timeout': failure(504, 'The service did not answer in time: ask again later.'),
  'queue-timeout': failure(503, 'The service is busy: ask again shortly.'),
  'limiter-unavailable': failure(503, 'Calls cannot be counted at the moment: ask again later.'),
  'proxy-failed': failure(503, 'The key proxy failed at this call: ask again later.'),
} as const satisfies Record<string, ReturnType<typeof failure>>;

/** Why a call failed, in one word to branch on. */
export type FailureCode = keyof typeof failures;

/** Whether a word is one of our codes, and not a refusal of the interface. */
export const isFailureCode = (word: unknown): word is FailureCode =>
  typeof word === 'string' && Object.hasOwn(failures, word);
