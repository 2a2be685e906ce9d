import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { readBytes } from '../../src/network/index.js';
import { keyOfRequest } from './request-signature.js';

/** How an issuer is set up. */
export interface IssuerOptions {
  /** Its host, such as `accounts.example.com`. */
  readonly host: string;
  /**
   * The registrable domain of the host, such as `example.com`: there, and not at the host, browsers ask for
   * `/.well-known/web-identity`.
   */
  readonly site: string;
  /** The mail domains that delegate to it. */
  readonly domains: readonly string[];
  /** Addresses of the account that the visitor is signed in to. A real issuer reads them from its session. */
  readonly accounts: readonly string[];
  /** Milliseconds since 1970; the clock's by default. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that it takes to issue a token; 0 by default. */
  readonly delay?: number | undefined;
}

/**
 * An issuer of the Email Verification Protocol, as `Request → Response`: everything that a mail provider needs so that browsers prove that
 * its users have their addresses. It is small on purpose: accounts come from the options, and keys live in memory.
 */
export interface Issuer {
  readonly host: string;
  readonly site: string;
  /** Answers what browsers and sites' servers ask its host and its site. */
  answer(request: Request): Promise<Response>;
  /** The TXT records of a name, as the provider writes them into its zone. */
  txt(name: string): readonly string[];
  /** Signs with a new key from now on. The one before is published for a while, as tokens signed with it are on their way. */
  rotateKeys(): Promise<void>;
  /** Signs with a new key from now on, and publishes no other. */
  replaceKeys(): Promise<void>;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

const ALGORITHM = 'EdDSA';
const RECORD = '_email-verification.';
/** A request for a token has an address in it, and nothing else. */
const LONGEST_BODY = 4_096;

const newKey = async (number: number): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = `key-${number}`;
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' } };
};

const emailIn = (body: Uint8Array): string | undefined => {
  try {
    const { email } = JSON.parse(new TextDecoder().decode(body)) as { readonly email?: unknown };
    return typeof email === 'string' ? email : undefined;
  } catch {
    return undefined;
  }
};

const refuse = (status: number, error: string): Response => Response.json({ error }, { status });

/** Makes an issuer with a first key. */
export const createIssuer = async ({
  host,
  site,
  domains,
  accounts,
  now = Date.now,
  delay = 0,
}: IssuerOptions): Promise<Issuer> => {
  const origin = `https://${host}`;
  let made = 1;
  /** The newest first: it signs. */
  let keys: readonly [SigningKey, ...SigningKey[]] = [await newKey(made)];

  const issue = async (request: Request): Promise<Response> => {
    const body = await readBytes(request, LONGEST_BODY);
    const email = body && emailIn(body);
    if (!body || email === undefined) return refuse(400, 'invalid_request');
    const holder = await keyOfRequest(request, body, now());
    if (!holder) return refuse(401, 'invalid_signature');
    const account = accounts.find((each) => each.toLowerCase() === email.toLowerCase());
    if (!account) return refuse(404, 'account_not_found');
    await new Promise((resolve) => setTimeout(resolve, delay));
    const [{ kid, privateKey }] = keys;
    const token = await new SignJWT({ email: account, email_verified: true, cnf: { jwk: holder } })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'evt+jwt' })
      .setIssuer(origin)
      .setIssuedAt(Math.floor(now() / 1_000))
      .sign(privateKey);
    return Response.json({ issuance_token: `${token}~` });
  };

  /** What the browser and the site's server are told, by path. */
  const documents: Readonly<Record<string, () => unknown>> = {
    '/.well-known/email-verification': () => ({
      issuance_endpoint: `${origin}/issue`,
      jwks_uri: `${origin}/keys`,
      signing_alg_values_supported: ['ES256', 'Ed25519'],
    }),
    '/.well-known/web-identity': () => ({ accounts_endpoint: `${origin}/accounts`, login_url: `${origin}/sign-in` }),
    '/accounts': () => ({ accounts: accounts.map((email, id) => ({ id: String(id), name: email, email })) }),
    '/keys': () => ({ keys: keys.map(({ jwk }) => jwk) }),
  };

  return {
    host,
    site,
    async answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/issue') return request.method === 'POST' ? issue(request) : refuse(405, 'invalid_request');
      const document = documents[pathname];
      return document ? Response.json(document()) : refuse(404, 'not_found');
    },
    txt: (name) =>
      name.startsWith(RECORD) && domains.includes(name.slice(RECORD.length).toLowerCase()) ? [`iss=${host}`] : [],
    async rotateKeys() {
      keys = [await newKey(++made), keys[0]];
    },
    async replaceKeys() {
      keys = [await newKey(++made)];
    },
  };
};
