import { CompactSign, base64url, exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose';
import type { OwnershipSources, VerifyOwnershipOptions } from '../../src/ownership/index.js';

/** The moment at which every token here is signed and verified, in milliseconds since 1970. */
export const now = 1_780_000_000_000;
const seconds = now / 1_000;

export const email = 'Jane.Doe@mail.example.com';
export const issuer = 'accounts.example.net';
export const audience = 'https://shop.example';
export const nonce = 'q0vX3kZ2b8YxT1n5c7m9Lw';

/** A key pair, and its public half as JSON. */
export interface Pair {
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export const newPair = async (alg: string, members: JWK = {}): Promise<Pair> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), ...members } };
};

type Json = Readonly<Record<string, unknown>>;

/** A compact JWS, signed with the pair's key, whatever its header says. */
export const sign = async (pair: Pair, header: Json, claims: Json): Promise<string> => {
  const payload = new TextEncoder().encode(JSON.stringify(claims));
  const isOwn = header['alg'] === pair.alg;
  const jws = await new CompactSign(payload)
    .setProtectedHeader({ ...header, alg: pair.alg })
    .sign(pair.privateKey, { crit: { x: true } });
  if (isOwn) return jws;
  const [, body = '', signature = ''] = jws.split('.');
  return `${base64url.encode(JSON.stringify(header))}.${body}.${signature}`;
};

const hash = async (text: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

const [issuerPair, holderPair] = await Promise.all([
  newPair('EdDSA', { kid: 'key-1', use: 'sig', alg: 'EdDSA' }),
  newPair('ES256'),
]);
export { holderPair, issuerPair };

/** What differs from a good token. */
export interface TokenChanges {
  readonly issuerPair?: Pair;
  readonly holderPair?: Pair;
  readonly header?: Json;
  readonly claims?: Json;
  readonly bindingHeader?: Json;
  readonly bindingClaims?: Json;
  /** Replaces the issuer's part behind the browser's signature. */
  readonly withIssued?: string;
}

/** The issuer's part of a token. */
export const newIssued = ({
  issuerPair: by = issuerPair,
  holderPair: holder = holderPair,
  ...changes
}: TokenChanges = {}) =>
  sign(
    by,
    { alg: by.alg, typ: 'evt+jwt', kid: by.jwk.kid, ...changes.header },
    {
      ...{ iss: `https://${issuer}`, iat: seconds, cnf: { jwk: holder.jwk } },
      ...{ email: email.toLowerCase(), email_verified: true, ...changes.claims },
    },
  );

/** A token as a browser writes it into a form. */
export const newToken = async (changes: TokenChanges = {}): Promise<string> => {
  const issued = await newIssued(changes);
  const holder = changes.holderPair ?? holderPair;
  const claims = { aud: audience, nonce, iat: seconds, sd_hash: await hash(`${issued}~`), ...changes.bindingClaims };
  const binding = await sign(holder, { alg: holder.alg, typ: 'kb+jwt', ...changes.bindingHeader }, claims);
  return `${changes.withIssued ?? issued}~${binding}`;
};

/** What the world answers, and everything that it was asked. */
export interface World extends OwnershipSources {
  readonly asked: string[];
  /** TXT records by name. */
  records: Record<string, readonly string[]>;
  /** Documents by address: a value is sent as JSON, a Response as it is. */
  documents: Record<string, unknown>;
}

export const metadataUrl = `https://${issuer}/.well-known/email-verification`;
export const keysUrl = `https://${issuer}/keys`;
export const recordName = '_email-verification.mail.example.com';

/** A mail domain whose issuer works, from memory: no socket is opened. */
export const newWorld = (keys: readonly unknown[] = [issuerPair.jwk]): World => {
  const world: World = {
    asked: [],
    records: { [recordName]: [`iss=${issuer}`] },
    documents: {
      [metadataUrl]: { issuance_endpoint: `https://${issuer}/issue`, jwks_uri: keysUrl },
      [keysUrl]: { keys },
    },
    fetch: (url, { redirect }) => {
      world.asked.push(url);
      const found = world.documents[url];
      if (redirect !== 'manual') return Promise.reject(new Error('It must not follow redirects.'));
      if (found instanceof Error) return Promise.reject(found);
      if (found instanceof Response) return Promise.resolve(found);
      return Promise.resolve(found === undefined ? new Response('', { status: 404 }) : Response.json(found));
    },
    resolveTxt: (name) => {
      world.asked.push(name);
      const found = world.records[name];
      return found ? Promise.resolve(found) : Promise.resolve([]);
    },
  };
  return world;
};

/** Everything that a good token is verified with. */
export const right = (world: OwnershipSources = newWorld()): Omit<VerifyOwnershipOptions, 'token'> => ({
  ...{ email, nonce, audience, now },
  ...{ fetch: world.fetch, resolveTxt: world.resolveTxt },
});
