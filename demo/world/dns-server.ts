import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { Question } from 'dns-packet';
import { keep } from './bounded-log.js';
import type { DnsAnswer, Rcode } from './dns-answers.js';
import { readQuery, writeAnswer } from './dns-message.js';
import { LOOPBACK, onFreePort, requireLoopback } from './loopback.js';

/** One question that a DNS server was asked. */
export interface AskedQuestion {
  readonly name: string;
  /** MX, A, AAAA, … */
  readonly type: string;
  readonly over: 'udp' | 'tcp';
  readonly answer: Rcode | 'silence' | 'broken';
}

export interface DnsServerOptions {
  /** Decides what a question is answered with; `answersFromZone` makes one. */
  readonly answer: (question: Question) => DnsAnswer;
  /** UDP and TCP port; a free one below 32768 by default. */
  readonly port?: number;
  /** Milliseconds until each answer; none by default. */
  readonly delayMs?: () => number;
  /** Whether connections over TCP are answered, at each; true by default. */
  readonly takesTcp?: () => boolean;
  /** A loopback address; 127.0.0.1 by default. */
  readonly address?: string;
}

/** A running DNS server. */
export interface DnsServer {
  /** `address:port`, as `Resolver.setServers` takes it. */
  readonly dns: string;
  readonly port: number;
  /** The last thousand questions, oldest first. */
  readonly questions: readonly AskedQuestion[];
  /** Closes both listeners and every open connection. */
  close(): Promise<void>;
}

const LOG_LIMIT = 1000;
const TCP_IDLE_MS = 10_000;
const TCP_LIMIT = 65_535;

/**
 * Starts a DNS server on UDP and TCP (RFC 1035 §4.2) of one loopback address and one port.
 * Rejects with a RangeError for an address that is not loopback, and with the system's error for a wanted port that is taken.
 */
export async function startDnsServer(options: DnsServerOptions): Promise<DnsServer> {
  const { answer, address = LOOPBACK, delayMs = () => 0, takesTcp = () => true } = options;
  requireLoopback(address);
  const questions: AskedQuestion[] = [];

  const respond = (message: Buffer, over: 'udp' | 'tcp'): Buffer | undefined => {
    const query = readQuery(message);
    if (!query) return undefined;
    const limit = over === 'udp' ? query.udpSize : TCP_LIMIT;
    if (!query.question) return writeAnswer(query, query.refusal, limit);
    const { name, type } = query.question;
    const given = answer(query.question);
    keep(questions, { name, type, over, answer: typeof given === 'string' ? given : given.rcode }, LOG_LIMIT);
    return given === 'silence' ? undefined : writeAnswer(query, given, limit);
  };

  return onFreePort(async (port) => {
    const udp = await listenUdp(address, port, (message) => respond(message, 'udp'), delayMs);
    let tcp: TcpListener;
    try {
      tcp = await listenTcp(address, port, (message) => (takesTcp() ? respond(message, 'tcp') : 'closed'));
    } catch (error) {
      udp.close();
      throw error;
    }
    let closing: Promise<void> | undefined;
    const close = async () => {
      const closed = Promise.all([once(udp, 'close'), once(tcp.server, 'close')]);
      udp.close();
      tcp.server.close();
      for (const socket of tcp.sockets) socket.destroy();
      await closed;
    };
    return {
      dns: isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`,
      port,
      questions,
      close: () => (closing ??= close()),
    };
  }, options.port);
}

type Respond = (message: Buffer) => Buffer | undefined;
type RespondOverTcp = (message: Buffer) => Buffer | undefined | 'closed';

async function listenUdp(address: string, port: number, respond: Respond, delayMs: () => number): Promise<UdpSocket> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const delays = new Set<NodeJS.Timeout>();
  socket.on('message', (message, from) => {
    const answer = respond(message);
    // An asker that has left is no fault of this server.
    const send = () => answer && socket.send(answer, from.port, from.address, () => undefined);
    const wait = delayMs();
    if (wait > 0) delays.add(setTimeout(send, wait));
    else send();
  });
  socket.once('close', () => delays.forEach(clearTimeout));
  socket.bind(port, address);
  try {
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
}

interface TcpListener {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
}

async function listenTcp(address: string, port: number, respond: RespondOverTcp): Promise<TcpListener> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(TCP_IDLE_MS, () => socket.destroy());
    serveTcp(socket, respond);
  });
  server.listen(port, address);
  await once(server, 'listening');
  return { server, sockets };
}

/** Each message over TCP is preceded by its length in two octets (RFC 1035 §4.2.2); several may share a segment. */
function serveTcp(socket: Socket, respond: RespondOverTcp): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const answer = respond(pending.subarray(2, end));
      pending = pending.subarray(end);
      if (answer === 'closed') return void socket.destroy();
      if (!answer) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      socket.write(Buffer.concat([length, answer]));
    }
  });
}
