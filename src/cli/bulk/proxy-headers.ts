import { UsageError } from '../command.js';

/** Headers of each call, by their names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A name as RFC 9110 §5.1 has it, and a value of printable octets. */
const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x21-\x7e\x80-\xff][\x20-\x7e\t\x80-\xff]*)$/;

/** Headers that a header file must not set: they say how the body is sent, or to which host. */
const FORBIDDEN_HEADERS: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Reads headers, one on each line, as `Name: value`; empty lines and lines that begin with `#` are ignored. `source`
 * names the place in errors.
 * @throws UsageError whose message never contains a header's value
 */
export const readHeaders = (text: string, source: string): Headers => {
  const lines = text.split(/\r?\n/).map((line, index) => [index + 1, line.trim()] as const);
  const headers = lines
    .filter(([, line]) => line && !line.startsWith('#'))
    .map(([number, line]): [string, string] => {
      const [, name = '', value = ''] = HEADER.exec(line) ?? [];
      if (!name)
        throw new UsageError(
          `Line ${number} of ${source} is not a header: write each header on a line of its own, such as Cookie: session=…`,
        );
      if (FORBIDDEN_HEADERS.includes(name.toLowerCase()))
        throw new UsageError(`Line ${number} of ${source} sets a header that is not allowed: leave ${name} out.`);
      return [name.toLowerCase(), value];
    });
  return Object.fromEntries(headers);
};

/** Names of headers that authorize a caller. */
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^cookie$|token|secret|session|(?:^|-)(?:api-)?key$/;
/** Shorter words are not secrets, and may occur in any sentence. */
const LEAST_SECRET_CHARACTERS = 5;

/** The secrets in headers, which no output may contain: the values of those that authorize a caller, and the words in them. */
export const secretsIn = (headers: Headers): readonly string[] =>
  Object.entries(headers)
    .filter(([name]) => CREDENTIAL_HEADER.test(name))
    .flatMap(([, value]) => [
      value,
      ...value.split(/[\s;,]+/).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]),
    ])
    .filter((secret) => secret.length >= LEAST_SECRET_CHARACTERS && !/^(?:bearer|basic|digest|session)$/i.test(secret))
    .sort((a, b) => b.length - a.length);
