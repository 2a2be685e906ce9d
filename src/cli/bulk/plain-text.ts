/** Links of storage hosts have more than a thousand characters. */
const SHOWN_CHARACTERS = 4_000;

/**
 * What a service said, as it may stand on a terminal: in one line, without control characters and marks that turn the direction of
 * writing, not endless, and without what is secret.
 */
export const plainText = (text: string, secrets: readonly string[]): string => {
  const hidden = secrets.reduce(
    (rest, secret) => (secret ? rest.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…') : rest),
    text,
  );
  const line = hidden.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
};
