import type { ClientErrorCode } from './client-error.js';

/** A sentence for each error: what happened, and what to do about it. */
export const adviceSentences: Readonly<Record<ClientErrorCode, string>> = {
  'bad-request': 'The service found a parameter missing or malformed. Check the address or dates in the call.',
  'wrong-key':
    'The service does not know this API key. Check `apiKey`, and that it belongs to the service at `baseUrl`.',
  'no-credits': 'The account has no validation credits left. Top it up.',
  forbidden: 'This key may not make this call. Public keys allow only single validations, from approved origins.',
  busy: 'Too many calls are in progress with this key. Wait for one to end, then ask again.',
  'daily-limit': 'This network has used its daily validations with this public key. Ask again after midnight UTC.',
  'bad-list-url':
    'The list must be at a public https URL that ends in .csv or .txt and is not at a file-sharing service.',
  'unknown-list':
    'This account has no list with this id. Check the id, and that the list was uploaded with a key of the same account.',
  rejected: 'The service refused the call with an unknown message. Read that message and the log of the service.',
  offline: 'This device is offline. Ask again when it is connected.',
  network: 'The service could not be reached: check its address, and that it runs.',
  timeout: 'The service did not answer in time. Ask again later or raise `timeout`.',
  aborted: 'The caller cancelled the call.',
  'server-error': 'The service failed. Ask again later.',
  'bad-answer': 'The response does not come from this API. Check the address of the service.',
};

const NO_KEY = 'No key was given: set `apiKey`. Is its environment variable set?';

/** The sentence for `code`, and what else is known. */
export const adviceFor = (code: ClientErrorCode, detail: string, hasKey = true): string =>
  [code === 'wrong-key' && !hasKey ? NO_KEY : adviceSentences[code], detail].filter(Boolean).join(' ');

/** Quotes the service's message as a sentence; `''` if there is none. */
export const quoteSentence = (said: string): string => said && `It said: “${said}”`;
