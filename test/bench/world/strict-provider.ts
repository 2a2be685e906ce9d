import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onFreePort } from '../../../demo/world/loopback.js';
import { addressOf } from './dns.js';
import { LIVING } from './smtp.js';

/** What a provider bears from one client, over all of its hosts. Times in its own seconds. */
export const LIMITS = {
  /** Connections at once, and recipients in ten seconds: beyond them 4xx. */
  open: 10,
  recipientsIn10: 30,
  /** In an hour: beyond any of them the client is put on the block list. */
  unknownInHour: 1_500,
  connectionsInHour: 1_000,
  hurriedInHour: 500,
} as const;

/** How a client fared. */
export interface ClientRecord {
  readonly connections: number;
  readonly recipients: number;
  /** Recipients and connections that were answered with 4xx. */
  readonly hurried: number;
  /** The recipient after which the client was put on the block list. */
  readonly listedAfter: number | undefined;
}

/** Events of the last so many seconds, counted. */
class Recent {
  readonly #seconds: number;
  readonly #now: () => number;
  readonly #times: number[] = [];
  #first = 0;

  constructor(seconds: number, now: () => number) {
    this.#seconds = seconds;
    this.#now = now;
  }

  /** Counts one, and gives the number of those that are recent. */
  add(): number {
    const now = this.#now();
    this.#times.push(now);
    while ((this.#times[this.#first] ?? now) < now - this.#seconds) this.#first += 1;
    return this.#times.length - this.#first;
  }
}

const HOUR = 3_600;
const GREETING = ['250-mx.load-mail.com', '250-PIPELINING', '250 ENHANCEDSTATUSCODES'].join('\r\n');
const BLOCKED = '550 5.7.1 Service unavailable, client host [192.0.2.1] blocked using our block list';

/** One provider's judgement of its one client. */
class Judge {
  readonly #in10: Recent;
  readonly #unknown: Recent;
  readonly #connected: Recent;
  readonly #tooFast: Recent;
  #connections = 0;
  #recipients = 0;
  #hurried = 0;
  #listedAfter: number | undefined;

  constructor(now: () => number) {
    this.#in10 = new Recent(10, now);
    this.#unknown = new Recent(HOUR, now);
    this.#connected = new Recent(HOUR, now);
    this.#tooFast = new Recent(HOUR, now);
  }

  get record(): ClientRecord {
    return {
      connections: this.#connections,
      recipients: this.#recipients,
      hurried: this.#hurried,
      listedAfter: this.#listedAfter,
    };
  }

  /** The refusal of a connection, if it is refused. */
  onConnection(open: number): string | undefined {
    this.#connections += 1;
    if (this.#connected.add() > LIMITS.connectionsInHour) this.#list();
    if (this.#listedAfter !== undefined) return `554${BLOCKED.slice(3)}`;
    return open > LIMITS.open
      ? this.#hurry('421 4.7.0 Too many connections from your host, try again later')
      : undefined;
  }

  onRecipient(command: string): string {
    this.#recipients += 1;
    if (this.#listedAfter !== undefined) return BLOCKED;
    if (this.#in10.add() > LIMITS.recipientsIn10)
      return this.#hurry('450 4.7.0 Your host asks too fast, try again later');
    if (command.toLowerCase().includes(`<${LIVING}`)) return '250 2.1.5 Ok';
    if (this.#unknown.add() > LIMITS.unknownInHour) this.#list();
    return '550 5.1.1 The email account that you tried to reach does not exist';
  }

  #hurry(reply: string): string {
    this.#hurried += 1;
    if (this.#tooFast.add() > LIMITS.hurriedInHour) this.#list();
    return reply;
  }

  #list(): void {
    this.#listedAfter ??= this.#recipients;
  }
}

const replyTo = (command: string, judge: Judge): string => {
  switch (command.slice(0, 4).toUpperCase()) {
    case 'EHLO':
      return GREETING;
    case 'RCPT':
      return judge.onRecipient(command);
    case 'QUIT':
      return '221 2.0.0 Bye';
    default:
      return '250 2.0.0 Ok';
  }
};

const serve = (socket: Socket, judge: Judge, open: number): void => {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  const refusal = judge.onConnection(open);
  if (refusal) return void socket.end(`${refusal}\r\n`);
  let pending = '';
  socket.write('220 mx.load-mail.com ESMTP\r\n');
  socket.on('data', (bytes: Buffer) => {
    pending += bytes.toString('latin1');
    const commands = pending.split('\r\n');
    pending = commands.pop() ?? '';
    if (commands.length === 0 || !socket.writable) return;
    socket.write(commands.map((command) => `${replyTo(command, judge)}\r\n`).join(''));
    if (commands.some((command) => /^quit/i.test(command))) socket.end();
  });
};

/**
 * A provider that protects itself, behind so many mail hosts at addresses of their own: it answers 4xx when it is hurried, and puts its
 * client on a block list for good after too many unknown mailboxes, connections or hurried questions. Its clock runs `scale` times as
 * fast as the world's.
 */
export const startStrictProvider = (
  hosts: number,
  scale: number,
): Promise<{ readonly port: number; readonly record: () => ClientRecord }> =>
  onFreePort(async (port) => {
    const judge = new Judge(() => (performance.now() * scale) / 1000);
    let open = 0;
    const servers = Array.from({ length: hosts }, (_, number) => {
      const server = createServer((socket) => {
        open += 1;
        socket.on('close', () => (open -= 1));
        serve(socket, judge, open);
      });
      server.listen({ port, host: addressOf(number), backlog: 1024 });
      return server;
    });
    await Promise.all(servers.map((server) => once(server, 'listening')));
    return { port, record: () => judge.record };
  });
