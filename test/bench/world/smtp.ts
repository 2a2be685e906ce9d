import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onFreePort } from '../../../demo/world/loopback.js';
import { addressOf } from './dns.js';

const GREETING = [
  '250-mx.load-mail.com',
  '250-PIPELINING',
  '250-SIZE 35882577',
  '250-8BITMIME',
  '250 ENHANCEDSTATUSCODES',
].join('\r\n');

/** Local parts that begin so have a mailbox everywhere; nobody else has. */
export const LIVING = 'user';

const replyTo = (command: string): string => {
  switch (command.slice(0, 4).toUpperCase()) {
    case 'EHLO':
      return GREETING;
    case 'RCPT':
      return /<user/i.test(command)
        ? '250 2.1.5 Ok'
        : `550 5.1.1 ${command.slice(command.indexOf('<'))}: Recipient address rejected: User unknown`;
    case 'QUIT':
      return '221 2.0.0 Bye';
    default:
      return '250 2.0.0 Ok';
  }
};

/** What arrives together is answered together, `delayMs` later: that is a way of `delayMs` there and back. */
const serve = (socket: Socket, delayMs: number): void => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  let pending = '';
  const write = (text: string, isLast: boolean) => {
    const send = () => {
      if (socket.writable) socket.write(text);
      if (isLast) socket.end();
    };
    if (delayMs) setTimeout(send, delayMs);
    else send();
  };
  write('220 mx.load-mail.com ESMTP\r\n', false);
  socket.on('data', (bytes: Buffer) => {
    pending += bytes.toString('latin1');
    const commands = pending.split('\r\n');
    pending = commands.pop() ?? '';
    if (!commands.length) return;
    write(
      commands.map((command) => `${replyTo(command)}\r\n`).join(''),
      commands.some((command) => /^quit/i.test(command)),
    );
  });
};

/**
 * Mail hosts that are made for load: `hosts` of them at addresses of their own (Linux has all of 127.0.0.0/8) and one port. They count
 * connections, and how many one of them had at once.
 */
export const startLeanMailHosts = (
  hosts: number,
  delayMs: number,
): Promise<{
  readonly port: number;
  readonly connections: () => number;
  readonly mostAtOnce: () => number;
  close(): void;
}> =>
  onFreePort(async (port) => {
    let connections = 0;
    let mostAtOnce = 0;
    const servers = Array.from({ length: hosts }, (_, number) => {
      let open = 0;
      const server = createServer((socket) => {
        connections += 1;
        open += 1;
        mostAtOnce = Math.max(mostAtOnce, open);
        socket.on('close', () => (open -= 1));
        serve(socket, delayMs);
      });
      server.listen({ port, host: addressOf(number), backlog: 1024 });
      return server;
    });
    await Promise.all(servers.map((server) => once(server, 'listening')));
    return {
      port,
      connections: () => connections,
      mostAtOnce: () => mostAtOnce,
      close: () => servers.forEach((server) => server.close()),
    };
  });
