/** Only what would be the same mailbox without them (RFC 5321 §4.1.2). */
const NEEDLESS = /^"([^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)*)"$/;

/** A local part without quotes that it does not need: `"jane"` is `jane`. */
export const unquoted = (localPart: string): string => localPart.replace(NEEDLESS, '$1');
