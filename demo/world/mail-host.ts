import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerAddress, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import { keep } from './bounded-log.js';
import { LOOPBACK, onFreePort, requireLoopback } from './loopback.js';
import type { Envelope, RecipientReply, SmtpRefusal } from './recipient-replies.js';
import { SmtpConversation, type SmtpSession } from './smtp-conversation.js';

export interface MailHostOptions {
  /** Decides what RCPT is answered with; `repliesFromZone` makes one. */
  readonly answer: (envelope: Envelope) => RecipientReply;
  /** The host's name in its greeting; `mx.mail-world.net` by default. */
  readonly name?: string;
  /** What follows the name in its reply to EHLO: Google's `at your service, [203.0.113.5]`. */
  readonly ehlo?: string;
  /** What follows `ESMTP` in its greeting. */
  readonly banner?: string;
  /** Greets every client with this refusal and closes (RFC 5321 §3.1). */
  readonly greeting?: SmtpRefusal;
  /** Refuses every sender at MAIL. */
  readonly mail?: SmtpRefusal;
  /** TCP port; a free one below 32768 by default. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 by default. */
  readonly address?: string;
  /** The log to add sessions to, for hosts that share one. */
  readonly sessions?: SmtpSession[];
}

/** A running mail host. */
export interface MailHost {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** The last thousand connections, oldest first. */
  readonly sessions: readonly SmtpSession[];
  /** Closes the listener and every open connection. */
  close(): Promise<void>;
}

const LOG_LIMIT = 1000;
const LINE_LIMIT = 8 * 1024;

/**
 * Starts an SMTP server (RFC 5321) that answers RCPT as it is told and takes no message.
 * Rejects with a RangeError for an address that is not loopback, and with the system's error for a wanted port that is taken.
 */
export async function startMailHost(options: MailHostOptions): Promise<MailHost> {
  const { name = 'mx.mail-world.net', address = LOOPBACK, sessions = [] } = options;
  requireLoopback(address);
  return onFreePort(async (port) => {
    const server = new MailHostServer(options, name, sessions);
    server.listen(port, address);
    await once(server.server, 'listening');
    let closing: Promise<void> | undefined;
    return { name, address, port, sessions, close: () => (closing ??= server.stop()) };
  }, options.port);
}

class MailHostServer extends SMTPServer {
  readonly #hostOptions: MailHostOptions;
  readonly #sessions: SmtpSession[];
  readonly #sockets = new Set<Socket>();
  readonly #conversations = new Map<string, SmtpConversation>();

  constructor(options: MailHostOptions, name: string, sessions: SmtpSession[]) {
    const { ehlo, banner } = options;
    super({ ...LIBRARY_OPTIONS, name, ...(banner && { banner }), ...(ehlo && { heloResponse: `%s ${ehlo}` }) });
    this.#hostOptions = options;
    this.#sessions = sessions;
    this.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // A client that resets its connection is no fault of this server, and an 'error' nobody hears ends the process.
    this.on('error', () => undefined);
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const conversation = new SmtpConversation(this, socket, options);
    conversation.on('error', () => socket.destroy());
    this.connections.add(conversation);
    this.#conversations.set(conversation.id, conversation);
    socket.once('close', () => this.#conversations.delete(conversation.id));
    keep(this.#sessions, conversation.record(), LOG_LIMIT);
    conversation.init();
  }

  override onConnect(_session: SMTPServerSession, callback: (error?: Error | null) => void): void {
    const { greeting } = this.#hostOptions;
    callback(greeting ? refusal(greeting) : null);
  }

  override onMailFrom(
    _address: SMTPServerAddress,
    _session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): void {
    const { mail } = this.#hostOptions;
    callback(mail ? refusal(mail) : null);
  }

  override onRcptTo(
    { address }: SMTPServerAddress,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ): void {
    const { mailFrom, smtpUtf8 } = session.envelope;
    if (!smtpUtf8 && !isAscii(address.slice(0, address.lastIndexOf('@')))) return callback(refusal(NEEDS_SMTPUTF8));
    const reply = this.#hostOptions.answer({ sender: mailFrom ? mailFrom.address : '', recipient: address });
    if (reply === 'silence') return;
    if (reply === 'hang-up') return this.#conversations.get(session.id)?.hangUp();
    callback(reply === 'accept' ? null : refusal(reply));
  }

  /** Stops listening and ends every connection at once, where the library would wait for their clients. */
  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

const LIBRARY_OPTIONS: SMTPServerOptions = {
  logger: false,
  disableReverseLookup: true,
  disabledCommands: ['AUTH', 'STARTTLS', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
  hideENHANCEDSTATUSCODES: false,
  maxCommandLength: LINE_LIMIT,
  // Quoted local parts (RFC 5321 §4.1.2), which the library refuses otherwise.
  lenientAddressParsing: true,
};

/** A mailbox outside ASCII asked for without the extension that carries it (RFC 6531 §3.5). */
const NEEDS_SMTPUTF8: SmtpRefusal = { code: 553, text: '5.6.7 Mailbox name needs SMTPUTF8' };

function refusal({ code, text }: SmtpRefusal): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
