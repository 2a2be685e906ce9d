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

/** Fetches a JSON object of an issuer's. @throws NotProvenError `issuer-unreachable` or `issuer-invalid` */
export const fetchObject = async (
  { fetch }: OwnershipSources,
  url: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> => {
  // A redirect is not followed: it could lead anywhere. `error` is not known to every runtime, `manual` is.
  const init: RequestInit = {
    signal,
    redirect: 'manual',
    credentials: 'omit',
    headers: { Accept: 'application/json' },
  };
  const response = await fetch(url, init).catch(() => {
    throw new NotProvenError('issuer-unreachable');
  });
  if (response.status !== 200) {
    void response.body?.cancel().catch(() => {});
    throw new NotProvenError('issuer-unreachable');
  }
  const octets = await readBytes(response, limits.documentOctets).catch(() => {
    throw new NotProvenError('issuer-unreachable');
  });
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(octets));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // Refused below, as a text that is too long.
  }
  throw new NotProvenError('issuer-invalid');
};
