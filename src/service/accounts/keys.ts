import { createHmac, randomInt } from 'node:crypto';
import type { KeyKind } from '../store/index.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The interface's private key: 13 alphanumerics, 77 bits. */
const PRIVATE_CHARACTERS = 13;
const PUBLIC_CHARACTERS = 22;
const HINT_CHARACTERS = 4;
const PUBLIC_PREFIX = 'public_';

/** A random whole number from 0 to below `below`, unguessable and without bias. */
export type RandomInteger = (below: number) => number;

/** A new key in plain text. It is shown once; only its hash and hint are kept. */
export const newKey = (kind: KeyKind, pick: RandomInteger = randomInt): string => {
  const characters = (count: number) => Array.from({ length: count }, () => ALPHABET[pick(ALPHABET.length)]).join('');
  return kind === 'public' ? PUBLIC_PREFIX + characters(PUBLIC_CHARACTERS) : characters(PRIVATE_CHARACTERS);
};

/** HMAC-SHA256 in hex. Different purposes give different hashes, so that a hash of one use is useless in another. */
export const keyedHash = (
  secret: string,
  purpose:
    'key' | 'network' | 'check' | 'log' | 'contact' | 'list-file' | 'console-link' | 'console-session' | 'console-key',
  text: string,
): string => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('hex');

/**
 * Returns the hash by which a plain key is found. Plain keys are never compared: the database looks for the whole hash.
 * Without the secret, nobody can choose a text with a certain hash, so the duration of the look-up reveals nothing.
 */
export const keyHash = (secret: string, key: string): string => keyedHash(secret, 'key', key);

/** The end of a plain key, by which its owner recognises it. */
export const keyHint = (key: string): string => key.slice(-HINT_CHARACTERS);

/** Masks a private key for answers that its owner may log: as long as the key, with only its last characters. */
export const keyIdentifier = (hint: string): string => hint.padStart(PRIVATE_CHARACTERS, '*');

const PSEUDONYM_CHARACTERS = 16;

/**
 * Returns the pseudonym of an address for logs: the same for the same address, ignoring case, and useless without the
 * secret.
 */
export const pseudonym = (secret: string, email: string): string =>
  keyedHash(secret, 'log', email.trim().toLowerCase()).slice(0, PSEUDONYM_CHARACTERS);
