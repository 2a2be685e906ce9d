import { importJWK, type JWK } from 'jose';

/** What a browser signs of its request to an issuer (RFC 9421 §2), in its order. */
const COVERED = ['@method', '@authority', '@path', 'content-digest', 'signature-key'];

/** Parameters of WebCrypto by the algorithm's name. */
const webCrypto: Readonly<Record<string, EcdsaParams | Algorithm>> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  Ed25519: { name: 'Ed25519' },
  EdDSA: { name: 'Ed25519' },
};

/** Members of a public key: no other may reach the token. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y'];

/** Seconds for which a signature is fresh. */
const FRESH_SECONDS = 300;

/** The browser's key as the header has it: `sig=hwk;alg="ES256";crv="P-256";kty="EC";x="…";y="…"`. */
const keyIn = (header: string): JWK =>
  Object.fromEntries(
    [...header.matchAll(/;\s*([a-z]+)="([\w-]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** The octets of a member `name=:…:` of a header (RFC 9651 §3.3.5). */
const octetsIn = (header: string, name: string): Uint8Array<ArrayBuffer> | undefined => {
  const [, base64] = new RegExp(`(?:^|,\\s*)${name}=:([A-Za-z0-9+/=]*):`).exec(header) ?? [];
  return base64 === undefined ? undefined : new Uint8Array(Buffer.from(base64, 'base64'));
};

/** The text that was signed (RFC 9421 §2.5). */
const signatureBase = (request: Request, parameters: string): string => {
  const { pathname, host } = new URL(request.url);
  const derived: Readonly<Record<string, string>> = {
    '@method': request.method,
    '@authority': host,
    '@path': pathname,
  };
  const lines = COVERED.map((name) => `"${name}": ${derived[name] ?? request.headers.get(name) ?? ''}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
};

/**
 * The key of the browser that signed this request, as a JSON Web Key. `undefined` if the request is not signed, altered, or old.
 * @param body the octets of the request's body
 * @param now milliseconds since 1970
 */
export const keyOfRequest = async (
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  now: number,
): Promise<JWK | undefined> => {
  const header = (name: string): string => request.headers.get(name) ?? '';
  const digest = octetsIn(header('content-digest'), 'sha-256');
  const own = Buffer.from(await crypto.subtle.digest('SHA-256', body));
  if (!digest || !own.equals(digest)) return undefined;
  const [, parameters = '', covered = ''] = /^sig=((\([^)]*\)).*)$/.exec(header('signature-input')) ?? [];
  if (covered !== `(${COVERED.map((name) => `"${name}"`).join(' ')})`) return undefined;
  const [, created = 'none'] = /;created=(\d{1,12})(?:;|$)/.exec(parameters) ?? [];
  // Written so that a time that is missing is refused.
  if (!(Math.abs(now / 1_000 - Number(created)) <= FRESH_SECONDS)) return undefined;
  const signature = octetsIn(header('signature'), 'sig');
  const { alg = '', ...members } = keyIn(header('signature-key'));
  const jwk = Object.fromEntries(Object.entries(members).filter(([name]) => PUBLIC_MEMBERS.includes(name)));
  const algorithm = webCrypto[alg];
  if (!signature || !algorithm) return undefined;
  const key = await importJWK(jwk, alg).catch(() => undefined);
  if (!key || key instanceof Uint8Array) return undefined;
  const base = new TextEncoder().encode(signatureBase(request, parameters));
  const isSigned = await crypto.subtle.verify(algorithm, key, signature, base);
  return isSigned ? jwk : undefined;
};
