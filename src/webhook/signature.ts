import { WebhookError } from './webhook-error.js';

/** One secret, or several while one replaces another. */
export interface WebhookSecrets {
  /** As it was shown: `whsec_` and base64 text. */
  readonly secret?: string | undefined;
  /** Several secrets, at most 10: each signs, and a signature of any of them is enough. */
  readonly secrets?: readonly string[] | undefined;
}

const MOST_SECRETS = 10;
/** Its base64 text has 24 to 64 bytes, as the specification has it. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

const keyOctets = (secret: unknown): Uint8Array<ArrayBuffer> => {
  // Environment variables and files often end in a line break.
  const text = typeof secret === 'string' && secret.length < 200 ? secret.trim() : '';
  if (!SECRET.test(text)) throw new WebhookError('bad-secret');
  try {
    return Uint8Array.from(atob(text.slice('whsec_'.length)), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError('bad-secret');
  }
};

/** The keys of all secrets. @throws WebhookError `bad-secret` for an invalid one, for none, and for too many */
export const keysOf = ({ secret, secrets = [] }: WebhookSecrets): Promise<readonly CryptoKey[]> => {
  const all = secret === undefined ? secrets : [secret, ...secrets];
  if (all.length === 0 || all.length > MOST_SECRETS) throw new WebhookError('bad-secret');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return Promise.all(all.map((each) => crypto.subtle.importKey('raw', keyOctets(each), algorithm, false, ['sign'])));
};

/** What is signed, and the headers that go with it. */
export interface SignedContent {
  readonly id: string;
  /** Seconds since 1970, in decimal digits. */
  readonly timestamp: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The signature of a webhook in base64, without its version: HMAC-SHA256 of id, timestamp and body with full stops between them. */
export const signatureOf = async (key: CryptoKey, { id, timestamp, body }: SignedContent): Promise<string> => {
  const content = new Uint8Array(await new Blob([`${id}.${timestamp}.`, body]).arrayBuffer());
  const octets = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return btoa(String.fromCharCode(...octets));
};

/** Whether two texts are the same. How long it takes depends on the length of `given` alone. */
export const isSameText = (given: string, expected: string): boolean => {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < given.length; index++)
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % expected.length);
  return difference === 0;
};
