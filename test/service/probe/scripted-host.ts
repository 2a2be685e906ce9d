import type { Socket } from 'node:net';
import { listen } from './raw-host.js';

export interface Script {
  /** What EHLO offers. */
  readonly extensions?: readonly string[] | ((connection: Connection) => readonly string[]);
  /** What is said to a command, over all lines of it; `undefined` for nothing, `'hang up'` to close the connection. */
  readonly say?: (command: string, connection: Connection) => string | undefined;
  readonly banner?: (connection: Connection) => string;
  /** What is said to EHLO before the host hangs up; `'hang up'` for nothing, `'nothing'` if it does not hang up either. */
  readonly greeting?: (connection: Connection) => string | undefined;
  /** What is said to a second EHLO; `'hang up'` to close the connection. The same as to the first if absent. */
  readonly again?: string;
}

/** One connection as the host saw it. */
export interface Connection {
  /** From 0. */
  readonly number: number;
  readonly commands: string[];
  /** Recipients asked for, in order. */
  readonly recipients: string[];
  readonly socket: Socket;
}

/** Living mailboxes begin with `user`; the reply to others names them. */
export const usual = (command: string): string => {
  const recipient = /^RCPT TO:<(.*)>/.exec(command)?.[1];
  if (recipient === undefined) return command.startsWith('MAIL') ? '250 2.1.0 OK' : '250 2.0.0 OK';
  return recipient.startsWith('user') ? `250 2.1.5 ${recipient} OK` : `550 5.1.1 <${recipient}>: User unknown`;
};

/**
 * An SMTP host that keeps a book of its connections, and how many were open at a time. It is strict about the order of commands
 * (RFC 5321 §4.1.4).
 */
export async function scripted({
  extensions = ['PIPELINING'],
  say = usual,
  banner = () => '220 mx.acme.com ESMTP',
  again,
  greeting,
}: Script = {}) {
  const connections: Connection[] = [];
  let open = 0;
  let most = 0;
  const host = await listen((socket) => {
    const connection: Connection = { number: connections.length, commands: [], recipients: [], socket };
    connections.push(connection);
    let hasSender = false;
    const inOrder = (command: string): string | undefined => {
      if (command.startsWith('MAIL') && hasSender) return '503 5.5.1 Nested MAIL command';
      if (command.startsWith('RCPT') && !hasSender) return '503 5.5.1 Need MAIL command';
      const reply = say(command, connection);
      if (/^(?:MAIL|RSET)/.test(command) && reply?.startsWith('250')) hasSender = command.startsWith('MAIL');
      return reply;
    };
    open += 1;
    most = Math.max(most, open);
    socket.on('close', () => (open -= 1));
    socket.write(`${banner(connection)}\r\n`);
    socket.on('line', (line: string) => {
      connection.commands.push(line);
      const recipient = /^RCPT TO:<(.*)>/.exec(line)?.[1];
      if (recipient !== undefined) connection.recipients.push(recipient);
      if (line === 'QUIT') return socket.end('221 2.0.0 Bye\r\n');
      // Greeted again, it forgets the transaction (RFC 5321 §4.1.4).
      if (line.startsWith('EHLO')) hasSender = false;
      const refusal = line.startsWith('EHLO') ? greeting?.(connection) : undefined;
      if (refusal === 'nothing') return;
      if (refusal) return socket.end(refusal === 'hang up' ? '' : `${refusal}\r\n`);
      const isAgain = connection.commands.filter((each) => each.startsWith('EHLO')).length > 1;
      if (line.startsWith('EHLO') && again && isAgain) {
        if (again === 'hang up') return socket.end();
        return socket.write(`${again}\r\n`);
      }
      if (line.startsWith('EHLO'))
        return socket.write(
          `${['mx.acme.com', ...(typeof extensions === 'function' ? extensions(connection) : extensions)].map((text, at, all) => `250${at < all.length - 1 ? '-' : ' '}${text}`).join('\r\n')}\r\n`,
        );
      const reply = inOrder(line);
      if (reply === 'hang up') return socket.destroy();
      if (reply !== undefined) socket.write(`${reply}\r\n`);
    });
  });
  return { port: host.port, close: host.close, connections, mostOpen: () => most };
}
