import type { Socket } from 'node:net';
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js';
import type { SMTPServer } from 'smtp-server';
import { keep } from './bounded-log.js';

/** One command and what was answered. */
export interface SmtpExchange {
  readonly command: string;
  /** The reply's first line; undefined while, or because, nothing was answered. */
  reply: string | undefined;
}

/** One connection to a mail host, from its first command to its last. */
export interface SmtpSession {
  /** The name the mail host greeted with. */
  readonly host: string;
  /** The last 200 commands, oldest first. */
  readonly exchanges: readonly Readonly<SmtpExchange>[];
  /** How often DATA was asked for. A verifier never does. */
  readonly dataCommands: number;
}

const ENHANCED_STATUS = /^[245]\.\d{1,3}\.\d{1,3} /;
const EXCHANGES_LIMIT = 200;
const COMMAND_SHOWN = 512;

/** The library's side of one connection, with replies that carry their own enhanced status code, a record of it, and no DATA. */
export class SmtpConversation extends SMTPConnection {
  readonly #exchanges: SmtpExchange[] = [];
  #dataCommands = 0;

  constructor(server: SMTPServer, socket: Socket, options?: SMTPConnectionOptions | null) {
    super(server, socket, options);
  }

  /** The record of this connection; it goes on growing while the connection lives. */
  record(): SmtpSession {
    const dataCommands = () => this.#dataCommands;
    return {
      host: this.name,
      exchanges: this.#exchanges,
      get dataCommands() {
        return dataCommands();
      },
    };
  }

  /** Closes the connection without a word. */
  hangUp(): void {
    this._socket.destroy();
  }

  override init(): void {
    // The library waits 100 ms for clients that talk too soon; here that would only slow every conversation down.
    this._setListeners(() => this.connectionReady());
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    keep(this.#exchanges, { command: command.toString().slice(0, COMMAND_SHOWN), reply: undefined }, EXCHANGES_LIMIT);
    super._onCommand(command, callback);
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const line = Array.isArray(data) ? data[0] : data;
    // The library derives the enhanced code from the reply code alone, which cannot tell 5.1.1 from 5.7.1.
    const shownContext = line && ENHANCED_STATUS.test(line) ? false : context;
    const last = this.#exchanges.at(-1);
    if (last) last.reply ??= [code, this._getEnhancedStatusCode(code, shownContext), line].filter(Boolean).join(' ');
    super.send(code, data, shownContext);
  }

  override handler_DATA(_command: Buffer, callback: () => void): void {
    this.#dataCommands += 1;
    this.send(554, '5.7.1 This host takes no messages');
    callback();
  }
}
