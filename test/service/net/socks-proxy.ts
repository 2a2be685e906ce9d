import { connect, type Socket } from 'node:net';
import { listen } from '../probe/raw-host.js';

export interface ProxyRules {
  readonly user?: string;
  readonly password?: string;
  /** RFC 1928 §6; 0 connects. */
  readonly reply?: number;
  /** Answers the first bytes with this and nothing more. */
  readonly noise?: string;
  /** Writes a byte at a time. */
  readonly isSlow?: boolean;
}

/** A SOCKS5 proxy on loopback that connects to 127.0.0.1 whatever address is asked for, and tells what was. */
export async function startProxy({ user, password, reply = 0, noise, isSlow }: ProxyRules = {}) {
  const asked: string[] = [];
  const host = await listen((socket) => {
    let step: 'method' | 'password' | 'request' = 'method';
    const say = (bytes: readonly number[]) =>
      isSlow ? bytes.forEach((byte) => socket.write(Buffer.of(byte))) : socket.write(Buffer.from(bytes));
    const take = (bytes: Buffer) => {
      if (noise !== undefined) return socket.write(noise);
      if (step === 'method') {
        const wanted = user === undefined ? 0 : 2;
        step = wanted ? 'password' : 'request';
        return say([5, bytes.subarray(2).includes(wanted) ? wanted : 255]);
      }
      if (step === 'password') {
        const length = bytes[1] ?? 0;
        const isRight =
          bytes.toString('utf8', 2, 2 + length) === user && bytes.toString('utf8', 3 + length) === password;
        step = 'request';
        return say([1, isRight ? 0 : 1]);
      }
      const isIPv4 = bytes[3] === 1;
      const address = bytes.subarray(4, isIPv4 ? 8 : 20);
      const port = bytes.readUInt16BE(bytes.length - 2);
      asked.push(`${isIPv4 ? [...address].join('.') : address.toString('hex')} ${port}`);
      socket.off('data', take);
      if (reply) return say([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]);
      forward(socket, port, () => say([5, 0, 0, 3, 4, ...Buffer.from('name'), 0, 25]));
    };
    socket.on('data', take);
  });
  return { port: host.port, close: host.close, asked };
}

function forward(socket: Socket, port: number, connected: () => void): void {
  const onwards = connect(port, '127.0.0.1', () => {
    connected();
    socket.pipe(onwards).pipe(socket);
  });
  onwards.on('error', () => socket.destroy());
  socket.on('close', () => onwards.destroy());
}
