/**
 * The URL that a text is; `undefined` if it is not one. For texts from outside: in Node 20, `URL.canParse` is true for some that `new URL`
 * refuses, such as hosts with combining marks that came as octets in a header.
 */
export const parsedUrl = (text: string, base?: string | URL): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};
