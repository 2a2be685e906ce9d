import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import { WorkCancelledError, withinTime } from '../../timing/index.js';
import type { Provider, Subject } from './provider.js';

/** Fetches URLs that others name, as `net` does. */
export type FetchImage = (
  url: string,
  limits: {
    readonly maxBytes: number;
    readonly timeoutMs: number;
    readonly maxRedirects: number;
    readonly accept: string;
    readonly isPartEnough: boolean;
    readonly signal: AbortSignal;
  },
) => Promise<{ readonly status: number; readonly url: string; readonly type: string }>;

export interface AvatarOptions {
  /** The services to ask, in this order. */
  readonly sources: readonly ('libravatar' | 'gravatar')[];
  /** The SRV records (RFC 2782) of a name, in the order to try them. */
  readonly services: (name: string) => Promise<readonly { readonly host: string; readonly port: number }[]>;
  readonly fetch: FetchImage;
  /** Base URLs of both services; their public ones if absent. */
  readonly baseUrls?: { readonly libravatar: string; readonly gravatar: string };
}

const BASE_URLS = { libravatar: 'https://seccdn.libravatar.org', gravatar: 'https://gravatar.com' };
const TIMEOUT_MS = 3_000;
/** The photo itself is not wanted, only whether there is one. */
const LIMITS = { maxBytes: 1_024, timeoutMs: TIMEOUT_MS, maxRedirects: 2, accept: 'image/*', isPartEnough: true };
const HTTPS = 443;
const HTTP = 80;
const CACHE_SIZE = 5_000;
const CACHE_MS = 3_600_000;
/** Width and height, in pixels, of the photo that an answer leads to. */
const PIXELS = 256;

/**
 * Returns the hash by which both services know an address: SHA-256 of it in lower case
 * (https://docs.gravatar.com/rest/hash/, https://wiki.libravatar.org/api/).
 */
export const avatarHash = ({ localPart, asciiDomain }: Pick<Subject, 'localPart' | 'asciiDomain'>): string =>
  createHash('sha256')
    .update(`${localPart.normalize('NFC').toLowerCase()}@${asciiDomain}`)
    .digest('hex');

/** Whether both URLs belong to one owner, so that a redirect does not lead to another service. */
const isSameOwner = (one: URL, other: URL): boolean =>
  one.hostname === other.hostname || (getDomain(one.hostname) ?? one.hostname) === getDomain(other.hostname);

const isFound = (asked: URL, { status, url, type }: Awaited<ReturnType<FetchImage>>): boolean => {
  const answered = new URL(url);
  if (status === 404 || status === 410) return false;
  // Neither yes nor no, so the result is not cached.
  if (status !== 200) throw new Error(`A host of avatars answered with status ${status}.`);
  return type.startsWith('image/') && answered.protocol === 'https:' && isSameOwner(asked, answered);
};

/**
 * Returns the URL of a domain's photos (https://wiki.libravatar.org/running_your_own/): at its own host, or at
 * Libravatar. A photo's URL must be https, so a host that announces only the plain service is asked at its https port.
 */
const federatedUrlOf = async (domain: string, { services, baseUrls = BASE_URLS }: AvatarOptions): Promise<string> => {
  const [secure] = await services(`_avatars-sec._tcp.${domain}`);
  const [place] = secure ? [secure] : await services(`_avatars._tcp.${domain}`);
  if (!place) return baseUrls.libravatar;
  return `https://${place.host}:${!secure && place.port === HTTP ? HTTPS : place.port}`;
};

const timeoutMessage = (milliseconds: number): string =>
  `A host of avatars, or its name server, did not answer within ${milliseconds} ms.`;

/** Photos that people have published for their address, by a hash of it. */
export const avatarsProvider = (options: AvatarOptions): Provider => {
  const { sources, fetch, baseUrls = BASE_URLS } = options;
  // A slow service leaves time for the others, and the last one ends a little before the provider's timeout.
  const share = Math.floor((TIMEOUT_MS * 0.95) / Math.max(sources.length, 1));
  /** `''` if there is none. */
  const known = new LRUCache<string, string>({ max: CACHE_SIZE, ttl: CACHE_MS });

  const photoAt = async (
    source: AvatarOptions['sources'][number],
    hash: string,
    domain: string,
    signal: AbortSignal,
  ): Promise<string> => {
    const base = source === 'gravatar' ? baseUrls.gravatar : await federatedUrlOf(domain, options);
    const photo = new URL(`/avatar/${hash}?s=${PIXELS}`, base);
    return isFound(photo, await fetch(`${photo.href}&d=404`, { ...LIMITS, signal })) ? photo.href : '';
  };

  return {
    name: 'avatars',
    isInferring: false,
    fields: ['photo'],
    timeoutMs: TIMEOUT_MS,
    async find(subject, signal) {
      const hash = avatarHash(subject);
      const remembered = known.get(hash);
      if (remembered !== undefined) return { photo: remembered };
      let fault: unknown;
      for (const source of sources) {
        const photo = await withinTime({ milliseconds: share, signals: [signal] }, (own) =>
          photoAt(source, hash, subject.asciiDomain, own),
        ).catch((error: unknown) => {
          fault ??= error instanceof WorkCancelledError ? new Error(timeoutMessage(share)) : error;
          return '';
        });
        if (photo) {
          known.set(hash, photo);
          return { photo };
        }
      }
      if (fault) throw fault instanceof Error ? fault : new Error('Photos could not be asked for.');
      known.set(hash, '');
      return {};
    },
  };
};
