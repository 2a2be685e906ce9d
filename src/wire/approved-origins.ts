/** An origin at localhost (RFC 6761 §6.3) with any port: for developers of a page. */
const ANY_PORT = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\*$/;

/** Whether a text, in lower case, approves all ports of the own machine, as `http://localhost:*` does. */
export const isAnyPortOrigin = (text: string): boolean => ANY_PORT.test(text);

const withoutPort = (origin: string): string => origin.replace(/:\d+$/, '');

/** Whether one of the approved origins, in normal form, covers an origin in normal form. */
export const isApprovedOrigin = (approved: readonly string[], origin: string): boolean =>
  approved.some((each) => {
    if (isAnyPortOrigin(each)) return withoutPort(origin) === each.slice(0, -':*'.length);
    const [scheme, rest] = each.split('://*.');
    // The dot is needed: evil-example.com also ends with example.com.
    return rest === undefined ? each === origin : origin.startsWith(`${scheme}://`) && origin.endsWith(`.${rest}`);
  });
