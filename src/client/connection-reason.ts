/** Why no answer came, if the platform says. */
export type ConnectionReason = 'refused' | 'unknown-host' | 'tls' | 'slow' | 'redirect' | 'not-http' | 'closed';

/**
 * Signs of each reason: the codes of Node and Bun, and the words of Deno and Workers. If several match, the first
 * counts.
 */
const signs: readonly (readonly [reason: ConnectionReason, sign: RegExp])[] = [
  ['refused', /ECONNREFUSED|ConnectionRefused|connection refused/i],
  ['unknown-host', /ENOTFOUND|EAI_AGAIN|DNSResolve|dns error|failed to lookup address/i],
  ['tls', /CERT|SSL|TLS|SIGNATURE|EPROTO/i],
  ['slow', /ETIMEDOUT|CONNECT_TIMEOUT|timed out/i],
  ['redirect', /redirect/i],
  ['not-http', /HPE_|malformed|invalid http/i],
  [
    'closed',
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|connection ?(?:was )?(?:closed|reset|lost)|closed (?:before|the connection)/i,
  ],
];

/** Errors have causes, which have causes in turn; deeper ones are ignored. */
const MOST_CAUSES = 5;

/** Returns the thrown error and its chain of causes, the deepest last. */
const chainOf = (thrown: unknown): readonly { readonly code: string; readonly message: string }[] => {
  const chain = [];
  for (let each = thrown; each instanceof Error && chain.length < MOST_CAUSES;) {
    const { code, message, cause } = each as Error & { readonly code?: unknown };
    chain.push({ code: typeof code === 'string' ? code : '', message });
    // If a host has several addresses, the error of the first is enough.
    each = cause ?? (each as Partial<AggregateError>).errors?.[0];
  }
  return chain;
};

/** Why a `fetch` that threw got no answer; `undefined` if the platform does not say, as browsers never do. */
export const connectionReason = (thrown: unknown): ConnectionReason | undefined => {
  const chain = chainOf(thrown);
  // Hosts have names too.
  const words = chain.map(({ message }) => message.replace(/https?:\/\/\S+/g, ''));
  const tells = (texts: readonly string[]) => signs.find(([, sign]) => texts.some((text) => sign.test(text)))?.[0];
  return tells(chain.map(({ code }) => code)) ?? tells(words);
};

/** The platform's own code, such as `CERT_HAS_EXPIRED`; `''` if there is none. */
export const connectionCode = (thrown: unknown): string =>
  chainOf(thrown)
    .map(({ code }) => code)
    .filter(Boolean)
    .at(-1) ?? '';

/** Returns the platform's deepest message, which may contain the URL. */
export const connectionWords = (thrown: unknown): string => chainOf(thrown).at(-1)?.message ?? '';
