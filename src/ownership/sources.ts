import { readBytes } from '../network/index.js';
import { limits } from './protocol.js';
import { NotProvenError } from './refusals.js';

/** How the world is asked. Both are bounded by the signal. */
export interface OwnershipSources {
  /** As the global `fetch`. It is to contact public addresses alone. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The TXT records of a name, the parts of each joined; empty if there are none. Rejects if the DNS does not tell. */
  readonly resolveTxt: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Why there is no document. */
export type DocumentFault =
  | { readonly kind: 'unreachable'; readonly error: unknown }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'no-object' };

/** A document, or why there is none. */
type ReadDocument =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly fault: DocumentFault };

const objectIn = (octets: Uint8Array<ArrayBuffer>): ReadDocument => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(octets));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ok: true, value: value as Readonly<Record<string, unknown>> };
  } catch {
    // Answered below.
  }
  return { ok: false, fault: { kind: 'no-object' } };
};

/** Fetches a JSON object of an issuer's. Never rejects. */
export const readObject = async (
  { fetch }: Pick<OwnershipSources, 'fetch'>,
  url: string,
  signal: AbortSignal,
): Promise<ReadDocument> => {
  // A redirect is not followed: it could lead anywhere. `error` is not known to every runtime, `manual` is.
  const init: RequestInit = {
    signal,
    redirect: 'manual',
    credentials: 'omit',
    headers: { Accept: 'application/json' },
  };
  try {
    const response = await fetch(url, init);
    if (response.status !== 200) {
      void response.body?.cancel().catch(() => {});
      return { ok: false, fault: { kind: 'status', status: response.status } };
    }
    const octets = await readBytes(response, limits.documentOctets);
    return octets ? objectIn(octets) : { ok: false, fault: { kind: 'too-long' } };
  } catch (error) {
    return { ok: false, fault: { kind: 'unreachable', error } };
  }
};

/** Fetches a JSON object of an issuer's. @throws NotProvenError `issuer-unreachable` or `issuer-invalid` */
export const fetchObject = async (
  sources: OwnershipSources,
  url: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> => {
  const read = await readObject(sources, url, signal);
  if (read.ok) return read.value;
  const isAway = read.fault.kind === 'unreachable' || read.fault.kind === 'status';
  throw new NotProvenError(isAway ? 'issuer-unreachable' : 'issuer-invalid');
};
