/** Removes from a text everything that a log must not contain. */
export type Redact = (text: string) => string;

/** Maximum length before redaction; the rest of a longer text is cut off. */
const LOGGED_CHARACTERS = 8_192;

/** An @ as it is written, in a URL, or in a URL inside another one. */
const AT = '(?:@|%(?:25)*40)';
/**
 * Characters that a local part may have without quotes, and all beyond ASCII: this may redact the word before an
 * address, but never leaves a part of the address.
 */
const ATOM = String.raw`[^\s"<>()[\],;:@]`;
const LOCAL_PART = String.raw`(?:(?<!\\)"(?:[^"\\\r\n]|\\.)*"|(?<!${ATOM})${ATOM}+)`;
const DOMAIN = String.raw`(?:\[[^[\]\s]{1,64}\]|[^\s"'<>()[\]{},;?&@|]+)`;

/** Thirteen letters that are not a key. */
const allowedWords: readonly string[] = ['EADDRNOTAVAIL', 'AccountsError'];

const patterns: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  // A password comes before the host, a query after it. Both are found by their first character, with a lookbehind.
  [/(?<=[a-z\d+.-]:\/\/)[^\s/?#@]+@/gi, '[login]@'],
  [/\?(?<=(?:[a-z\d+.-]:\/\/|(?<![^\s"'])\/)[^\s?#"'<>]*\?)[^\s"'<>]*/gi, '?[query]'],
  [new RegExp(`${LOCAL_PART}${AT}${DOMAIN}`, 'gi'), '[address]'],
  [/public_\w+/gi, '[key]'],
  // HMACs and digests: in hex, or in base64 from 128 bits on.
  [/(?<![\da-z])[\da-f]{32,}(?![\da-z])/gi, '[hash]'],
  // A private key, also if the text before it is percent-encoded.
  [
    /(?<=%[\da-f]{2}|(?<![\da-z]))[\da-z]{13}(?![\da-z])/gi,
    (found) => (allowedWords.includes(found) ? found : '[key]'),
  ],
];

/**
 * A redactor of whatever looks like an address, a key or a hash, of logins and queries in URLs, and of `secrets` as
 * they are. It removes a harmless word of thirteen letters rather than keep a key.
 */
export const createRedactor = (secrets: readonly (string | undefined)[] = []): Redact => {
  const exact = secrets.filter((secret) => secret !== undefined && secret !== '') as string[];
  return (text) => {
    let redacted = text.length > LOGGED_CHARACTERS ? `${text.slice(0, LOGGED_CHARACTERS)}…` : text;
    for (const secret of exact) redacted = redacted.replaceAll(secret, '[secret]');
    for (const [pattern, instead] of patterns)
      redacted = typeof instead === 'string' ? redacted.replace(pattern, instead) : redacted.replace(pattern, instead);
    return redacted;
  };
};
