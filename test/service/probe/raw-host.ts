import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface RawHost {
  readonly port: number;
  /** Every line that was received, over all connections. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

/** A TCP server on loopback, below the ports of outgoing connections, that does with a connection what a test says. Rejects where the machine has no such address. */
export async function listen(serve: (socket: Socket) => void, own = '127.0.0.1'): Promise<RawHost> {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket);
    let rest = '';
    socket.on('data', (bytes: Buffer) => {
      rest += bytes.toString();
      const whole = rest.split('\r\n');
      rest = whole.pop() ?? '';
      lines.push(...whole);
      for (const line of whole) socket.emit('line', line);
    });
  });
  for (;;) {
    server.listen(randomInt(20_000, 32_768), own);
    try {
      await once(server, 'listening');
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  const address = server.address();
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, lines, close };
}

/** An SMTP host that says `banner` and answers each command by its first word; a word without an answer gets none. */
export const answering = (
  answers: Readonly<Record<string, string | readonly string[]>>,
  banner = '220 mx.acme.com ESMTP',
) => {
  return listen((socket) => {
    const left = new Map(
      Object.entries(answers).map(([word, given]) => [word, typeof given === 'string' ? undefined : [...given]]),
    );
    socket.write(`${banner}\r\n`);
    socket.on('line', (line: string) => {
      const word = line.split(/[ :]/)[0] ?? '';
      const given = left.get(word)?.shift() ?? answers[word];
      if (word === 'QUIT') return socket.end('221 Bye\r\n');
      if (given === 'hang up') return socket.destroy();
      if (typeof given === 'string') socket.write(`${given}\r\n`);
    });
  });
};
