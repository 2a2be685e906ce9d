import { orAborted } from '../../timing/index.js';
import { connect, type Connection } from './connect.js';
import { ConnectError } from './connect-error.js';
import { isLocalName } from './local-name.js';
import { mayContact } from './reachable.js';
import { startTls } from './start-tls.js';
import { WebError, type WebFailure } from './web-error.js';
import type { WebTarget } from './web-target.js';

export interface WebOpenOptions {
  /** The A and AAAA records of a name, unchecked. */
  readonly addressesOf: (host: string) => Promise<readonly string[]>;
  readonly allowLoopback?: boolean | undefined;
  /**
   * Hosts that the operator names, as `WebTarget` has them: they may be in a private network or on this machine, and have names that mean
   * something there alone.
   */
  readonly internalHosts?: readonly string[] | undefined;
  /** Certificates, as PEM, of authorities to trust beside those that Node does. */
  readonly authorities?: readonly string[] | undefined;
}

/** At most this many of a host's IP addresses are tried. */
const TRIES = 3;

const failures: Readonly<Partial<Record<ConnectError['code'], WebFailure>>> = {
  forbidden: 'forbidden',
  timeout: 'timeout',
  aborted: 'aborted',
};

const isInternal = ({ host }: WebTarget, { internalHosts = [] }: WebOpenOptions): boolean =>
  internalHosts.includes(host);

/** Addresses of `localhost`, which are not looked up (RFC 6761 §6.3). */
const LOCALHOST = ['127.0.0.1', '::1'];

/** The addresses that may be tried, each checked. */
const resolveAllowed = async (
  target: WebTarget,
  options: WebOpenOptions,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const { host, isAddress } = target;
  const allowPrivate = isInternal(target, options);
  // The name is not looked up, so that nobody outside can learn whether such an internal host exists.
  if (!isAddress && !allowPrivate && isLocalName(host)) throw new WebError('no-address');
  const find = () => (host === 'localhost' ? Promise.resolve(LOCALHOST) : options.addressesOf(host));
  const all = isAddress ? [host] : await orAborted(find(), signal, () => new WebError('aborted'));
  if (all.length === 0) throw new WebError('no-address');
  const { allowLoopback } = options;
  const allowed = all.filter((address) => mayContact(address, { allowLoopback, allowPrivate })).slice(0, TRIES);
  if (allowed.length === 0) throw new WebError('forbidden');
  return allowed;
};

/**
 * Opens a connection to the server of a URL, over TLS with a checked certificate if the URL is https. The signal ends
 * the connection. `timeoutMs` is shared by the addresses that are tried.
 * @throws WebError
 */
export async function openWeb(
  place: WebTarget,
  options: WebOpenOptions,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Connection> {
  const { allowLoopback, authorities = [] } = options;
  const allowed = { allowLoopback, allowPrivate: isInternal(place, options) };
  const addresses = await resolveAllowed(place, options, signal);
  const each = Math.ceil(timeoutMs / addresses.length);
  let failure: WebError | undefined;
  for (const address of addresses) {
    try {
      const connection = await connect({ address, port: place.port, timeoutMs: each, signal, ...allowed });
      signal.addEventListener('abort', () => connection.destroy(), { once: true });
      return place.isSecure
        ? await startTls(connection, { host: place.host, timeoutMs: each, trust: { authorities } }).catch(refuse)
        : connection;
    } catch (error) {
      failure =
        error instanceof WebError
          ? error
          : new WebError((error instanceof ConnectError && failures[error.code]) || 'unreachable', { cause: error });
      if (signal.aborted) break;
    }
  }
  throw failure ?? new WebError('unreachable');
}

const refuse = (cause: unknown): never => {
  throw new WebError(cause instanceof ConnectError && cause.code === 'timeout' ? 'timeout' : 'tls', { cause });
};
