/** A quoted local part that needs no quotes, because its content is a dot-string (RFC 5321 §4.1.2). */
const QUOTED_DOT_STRING = /^"([^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)*)"$/;

/** A local part without quotes that it does not need: `"jane"` is `jane`. */
export const unquoted = (localPart: string): string => localPart.replace(QUOTED_DOT_STRING, '$1');
