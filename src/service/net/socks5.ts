import type { Socket } from 'node:net';
import { hostIn, isIpv4, parseIp } from '../../network/index.js';

/** A SOCKS5 proxy (RFC 1928). */
export interface SocksProxy {
  readonly host: string;
  readonly port: number;
  /** User and password for authentication (RFC 1929); both or neither. */
  readonly user?: string;
  readonly password?: string;
}

/**
 * The proxy made no connection. `proxy`: it is not a proxy, or it refused the connection itself, and not the mail host.
 */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly reason: 'proxy' | 'refused' | 'unreachable' | 'timeout';

  constructor(reason: ProxyError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const DEFAULT_PORT = 1080;
const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USER_AND_PASSWORD = 2;
/** RFC 1929 §2. */
const PASSWORD_VERSION = 1;
/** User and password are counted in one byte each. */
const CREDENTIAL_BYTES = 255;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** RFC 1928 §6; any other number is an error of the proxy. */
const replies: Readonly<Record<number, ProxyError['reason']>> = {
  3: 'unreachable',
  4: 'unreachable',
  5: 'refused',
  6: 'timeout',
};

/** A proxy from `socks5://user:password@host:port`, or `undefined` if the text is invalid. The port is 1080 if it is left out. */
export function parseSocks5(text: string): SocksProxy | undefined {
  try {
    const url = new URL(text);
    const { protocol, hostname, port, username, password, pathname, search, hash } = url;
    if (protocol !== 'socks5:' || !hostname || !/^\/?$/.test(pathname + search + hash)) return undefined;
    const place = { host: hostIn(url), port: Number(port || DEFAULT_PORT) };
    if (!place.port) return undefined;
    const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
    if (!user && !secret) return place;
    const fits = [user, secret].every((part) => part && Buffer.byteLength(part) <= CREDENTIAL_BYTES);
    return fits ? { ...place, user, password: secret } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks a proxy that `socket` is connected to for a connection. The request has the checked IP address: the proxy never
 * gets a name to resolve. Afterwards the socket is connected to that address. Rejects with a ProxyError.
 */
export async function askProxy(
  socket: Socket,
  { user, password }: SocksProxy,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<void> {
  const hasPassword = user !== undefined && password !== undefined;
  const methods = hasPassword ? [NO_AUTHENTICATION, USER_AND_PASSWORD] : [NO_AUTHENTICATION];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method = -1] = await take(socket, 2);
  if (version !== VERSION) throw new ProxyError('proxy', "The server at the proxy's address does not speak SOCKS5.");
  if (!methods.includes(method))
    throw new ProxyError('proxy', 'The proxy wants another kind of authentication than is given.');
  if (method === USER_AND_PASSWORD && hasPassword) {
    const part = (text: string) => [Buffer.byteLength(text), ...Buffer.from(text)];
    socket.write(Buffer.from([PASSWORD_VERSION, ...part(user), ...part(password)]));
    const [, status] = await take(socket, 2);
    if (status !== 0) throw new ProxyError('proxy', 'The proxy does not take this user and password.');
  }
  const target = parseIp(address);
  if (!target) throw new TypeError(`"${address}" is not an IP address.`);
  socket.write(Buffer.from([VERSION, CONNECT, 0, isIpv4(target) ? IPV4 : IPV6, ...target, port >> 8, port & 255]));
  const [, reply = -1, , kind = 0] = await take(socket, 4);
  if (reply !== 0) throw new ProxyError(replies[reply] ?? 'proxy', `The proxy could not connect (reply ${reply}).`);
  // The bound address is not needed, but must be read.
  await take(socket, (await lengthOfAddress(socket, kind)) + 2);
}

async function lengthOfAddress(socket: Socket, kind: number): Promise<number> {
  if (kind === IPV4) return 4;
  if (kind === IPV6) return 16;
  if (kind !== NAME) throw new ProxyError('proxy', 'The proxy names an address of an unknown type.');
  const [length = 0] = await take(socket, 1);
  return length;
}

/** Exactly this many bytes: what follows them comes from the mail host. */
function take(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (bytes?: Buffer) => {
      socket.off('readable', read).off('close', lost).off('end', lost);
      if (bytes) resolve(bytes);
      else reject(new ProxyError('proxy', 'The proxy closed the connection.'));
    };
    const lost = () => settle();
    const read = () => {
      const bytes = socket.read(length) as Buffer | null;
      if (bytes?.length === length) settle(bytes);
      else if (bytes) settle();
    };
    socket.on('readable', read).once('close', lost).once('end', lost);
    read();
  });
}
