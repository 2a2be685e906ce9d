/** Why nothing was fetched, with the sentence for the person who gave the address. */
export const webFailures = {
  url: 'This web address cannot be fetched: write one that begins with https:// or http://, without a user or password in it, of 8,192 characters at most.',
  insecure: 'This URL, or one that it redirects to, does not use https: give a URL that uses https all the way.',
  port: 'The web address names a port that is not allowed: leave the port out.',
  'no-address': 'The name in the web address is not in the DNS, or name servers did not answer: check its spelling.',
  forbidden: 'The web address leads to a private or reserved network, which is not allowed: name a public server.',
  unreachable: 'The server of the web address could not be reached: check that it is running.',
  tls: "The server's certificate is not valid for its name, or it does not speak TLS: fix its certificate.",
  timeout: 'The server took too long to answer: try again later.',
  'too-many-redirects': 'The web address is redirected too often: give the address that it leads to in the end.',
  encoding: 'The server sends its answer compressed although it was asked not to: have it honour Accept-Encoding.',
  gzip: 'What the server sends is said to be compressed with gzip and is not, or is broken: send it as it is.',
  'too-large': 'What the server sends is too large: offer a smaller file.',
  broken: 'The server closed the connection early, or its answer is not HTTP: try again later.',
  aborted: 'Fetching was called off.',
} as const;

export type WebFailure = keyof typeof webFailures;

/** Nothing was fetched. Its words name no address: what is fetched may be somebody's secret. */
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
