import { shownText } from '../../text/index.js';

/** Links of storage hosts have more than a thousand characters. */
const SHOWN_CHARACTERS = 4_000;

/** Makes a text of a service safe for a terminal: one line, of limited length, without secrets. */
export const plainText = (text: string, secrets: readonly string[]): string => {
  const hidden = secrets.reduce(
    (rest, secret) => (secret ? rest.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…') : rest),
    text,
  );
  const line = shownText(hidden, { instead: ' ' }).trim();
  return line.length > SHOWN_CHARACTERS ? `${shownText(line, { most: SHOWN_CHARACTERS })}…` : line;
};
