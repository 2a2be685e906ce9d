/** RFC 6761 (`test`, `invalid`, `localhost`, `example`), RFC 6762 (`local`), RFC 7686 (`onion`), RFC 9476 (`alt`). */
const SPECIAL_USE: ReadonlySet<string> = new Set(['test', 'invalid', 'localhost', 'example', 'local', 'onion', 'alt']);

/**
 * Whether a domain lies under a top-level name that the public DNS will never hold. `asciiDomain` is in lower case.
 * `example.com`, `.net` and `.org` are special for documentation only and exist in the DNS, which is asked for them.
 */
export function isSpecialUse(asciiDomain: string): boolean {
  return SPECIAL_USE.has(asciiDomain.split('.').at(-1) ?? '');
}
