import { parsedUrl } from '../network/index.js';
import { createRecentValues, type RecentValues } from '../timing/index.js';
import { issuerHostOf } from './issuer-host.js';
import { limits, protocol } from './protocol.js';
import { allowsAlgorithm, isSignedBy, readPublicKey, type PublicKey } from './public-key.js';
import { NotProvenError, type OwnershipRefusalCode } from './refusals.js';
import { fetchObject, type OwnershipSources } from './sources.js';
import type { SignedPart } from './token.js';

/** An issuer's keys, and when they were fetched, in milliseconds since 1970. */
interface IssuerKeys {
  readonly keys: readonly PublicKey[];
  readonly fetchedAt: number;
}

/** What is remembered of mail domains and issuers, for five minutes each. */
export interface OwnershipCache {
  /** The host that each mail domain names. */
  readonly hosts: RecentValues<string>;
  /** The keys of each host. */
  readonly keys: RecentValues<IssuerKeys>;
  /** Hosts that gave none, for a minute: nobody can have this machine ask a host again and again. */
  readonly failures: RecentValues<OwnershipRefusalCode>;
}

/** A cache of its own; `verifyOwnership` has one for all calls without own sources. */
export const createOwnershipCache = (): OwnershipCache => ({
  hosts: createRecentValues(limits.remembered),
  keys: createRecentValues(limits.remembered),
  failures: createRecentValues(limits.remembered),
});

/** One verification's way to ask. */
export interface Inquiry {
  readonly sources: OwnershipSources;
  readonly cache: OwnershipCache;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** The issuer's host in a TXT record; `undefined` if the record is malformed. */
export const hostInRecord = (record: string): string | undefined => {
  const text = record.trim();
  return text.startsWith(protocol.recordPrefix)
    ? issuerHostOf(text.slice(protocol.recordPrefix.length).trim())
    : undefined;
};

/**
 * The host that a mail domain delegates to.
 * @throws NotProvenError `dns-failed`, `no-delegation`, `several-delegations`
 */
export const delegatedHost = async (domain: string, { sources, cache, now, signal }: Inquiry): Promise<string> => {
  const known = cache.hosts.get(domain, now);
  if (known) return known;
  const records = await sources.resolveTxt(`${protocol.recordLabel}.${domain}`, signal).catch(() => {
    throw new NotProvenError('dns-failed');
  });
  const [record, ...others] = records;
  if (record === undefined) throw new NotProvenError('no-delegation');
  if (others.length) throw new NotProvenError('several-delegations');
  const host = hostInRecord(record);
  if (!host) throw new NotProvenError('no-delegation');
  cache.hosts.set(domain, host, now + limits.rememberedMs);
  return host;
};

/** An address in an issuer's description: one of the issuer's own origin, else `undefined`. */
export const ownUrl = (value: unknown, host: string): string | undefined => {
  const url = typeof value === 'string' ? parsedUrl(value) : undefined;
  return url?.origin === `https://${host}` && !url.username && !url.password ? url.href : undefined;
};

const fetchKeys = async (host: string, { sources, cache, now, signal }: Inquiry): Promise<IssuerKeys> => {
  const description = await fetchObject(sources, `https://${host}${protocol.metadataPath}`, signal);
  const keysUrl = ownUrl(description['jwks_uri'], host);
  if (!keysUrl) throw new NotProvenError('issuer-invalid');
  const { keys } = await fetchObject(sources, keysUrl, signal);
  if (!Array.isArray(keys) || keys.length > limits.keys) throw new NotProvenError('issuer-invalid');
  const fetched = { keys: keys.map(readPublicKey).filter((key) => key !== undefined), fetchedAt: now };
  cache.keys.set(host, fetched, now + limits.rememberedMs);
  return fetched;
};

/** Tries the keys that a token may be signed with: the one that it names, or each if it names none, as Gmail's do. */
const tryKeys = async (
  { jws, header: { alg, kid } }: SignedPart,
  { keys }: IssuerKeys,
): Promise<'unknown-key' | 'altered' | undefined> => {
  const fitting = keys.filter((key) => allowsAlgorithm(key, alg) && (kid === undefined || key.kid === kid));
  for (const key of fitting) if (await isSignedBy(jws, key, alg as string)) return undefined;
  return fitting.length ? 'altered' : 'unknown-key';
};

/** Fetches keys, unless the host gave none within the last minute. */
const fetchKeysOnce = async (host: string, inquiry: Inquiry): Promise<IssuerKeys> => {
  const { cache, now } = inquiry;
  const failure = cache.failures.get(host, now);
  if (failure) throw new NotProvenError(failure);
  try {
    return await fetchKeys(host, inquiry);
  } catch (error) {
    if (error instanceof NotProvenError) cache.failures.set(host, error.code, now + limits.renewedMs);
    throw error;
  }
};

/**
 * Checks that a token is signed by the issuer. Keys that were remembered are fetched again, once a minute at most: an issuer may have
 * changed them since.
 * @throws NotProvenError
 */
export const checkIssued = async (issued: SignedPart, host: string, inquiry: Inquiry): Promise<void> => {
  const known = inquiry.cache.keys.get(host, inquiry.now);
  let fault = known && (await tryKeys(issued, known));
  const isStale = !known || (fault && inquiry.now - known.fetchedAt >= limits.renewedMs);
  if (isStale) fault = await tryKeys(issued, await fetchKeysOnce(host, inquiry));
  if (fault) throw new NotProvenError(fault);
};
