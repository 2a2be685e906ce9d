/** Reasons why a URL could not be fetched, with a sentence for the person who gave the URL. */
export const webFailures = {
  url: 'This URL cannot be fetched: give one that begins with https:// or http://, without a user or password in it, of 8,192 characters at most.',
  insecure: 'This URL, or one that it redirects to, does not use https: give a URL that uses https all the way.',
  port: 'The URL has a port that is not allowed: leave the port out.',
  'no-address': 'The host name in the URL is not in the DNS, or name servers did not answer: check its spelling.',
  forbidden: 'The URL leads to a private or reserved network, which is not allowed: give the URL of a public server.',
  unreachable: 'The server of the URL could not be reached: check that it is running.',
  tls: "The server's certificate is not valid for its name, or it does not speak TLS: fix its certificate.",
  timeout: 'The server took too long to answer: try again later.',
  redirects: 'The URL is redirected too often: give the final URL.',
  encoding: 'The server sends its answer compressed although it was asked not to: have it honour Accept-Encoding.',
  gzip: "The server's answer is not valid gzip, although its headers say so: send it uncompressed.",
  'too-large': "The server's answer is too large: offer a smaller file.",
  broken: 'The server closed the connection early, or its answer is not HTTP: try again later.',
  aborted: 'The request was cancelled.',
} as const;

export type WebFailure = keyof typeof webFailures;

/** A URL could not be fetched. The message does not contain the URL, which may be somebody's secret. */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly code: WebFailure;
  /**
   * For `timeout`: the number of the body's bytes that were received. For `too-large`: the size that was announced or
   * received.
   */
  readonly bytes: number | undefined;

  constructor(code: WebFailure, { bytes, ...options }: ErrorOptions & { readonly bytes?: number } = {}) {
    super(webFailures[code], options);
    this.code = code;
    this.bytes = bytes;
  }
}
