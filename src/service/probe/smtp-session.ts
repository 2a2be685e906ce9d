import type { Connection } from '../net/connect.js';
import { ReplyReader, type ReplyLines } from './reply.js';

/** Why a conversation came to nothing. */
export type SessionErrorCode = 'dropped' | 'timed-out' | 'garbled' | 'aborted';

/** A conversation that came to nothing. Says nothing of a mailbox. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionErrorCode;
  /** The reply waited for was not the next one: an earlier question may be the cause. */
  readonly isBehind: boolean;

  constructor(
    code: SessionErrorCode,
    { isBehind = false, ...options }: ErrorOptions & { readonly isBehind?: boolean } = {},
  ) {
    super(`The mail host's side of the conversation: ${code}.`, options);
    this.code = code;
    this.isBehind = isBehind;
  }
}

export interface SessionOptions {
  /** Timeout of a reply in milliseconds, from the time at which it is the next one. */
  readonly replyTimeoutMs: number;
  /** Called once, when nothing can be asked any more. */
  readonly onEnd: () => void;
  /** Called once, when the connection is gone. */
  readonly onClosed?: () => void;
}

interface AwaitedReply {
  readonly command: string;
  resolve(reply: ReplyLines): void;
  reject(error: SessionError): void;
}

/** Milliseconds that a host has to answer QUIT before the connection is closed without the answer. */
const QUIT_TIMEOUT_MS = 1_000;
/**
 * Commands that must be the last of their group until they are answered (RFC 2920 §3.1, RFC 5321 §4.3.1): hosts ban
 * clients that send QUIT behind them.
 */
const LAST_OF_GROUP = /^(?:banner|EHLO|HELO|STARTTLS)\b/;
/** "Closing": may come unasked (RFC 5321 §3.8). */
const CLOSING = 421;
/** RSET is taken, or unknown, or the session is at its end, or in want of TLS (RFC 3207 §4): other codes answer other commands. */
const ANSWERS_TO_RSET: readonly number[] = [250, CLOSING, 500, 502, 530];

/**
 * Commands and replies over one connection, paired strictly in order: each reply is the answer to the oldest command without
 * one. A host that says more than it was asked, or to RSET what answers another command, is out of step; its answers belong to
 * no question from then on.
 */
export class SmtpSession {
  /** The host's first reply. */
  readonly banner: Promise<ReplyLines>;
  readonly #options: SessionOptions;
  readonly #waiting: AwaitedReply[] = [];
  /** Callers that wait until no command is unanswered. */
  readonly #listeners: { readonly resolve: () => void; readonly reject: (error: SessionError) => void }[] = [];
  #connection: Connection;
  #reader = new ReplyReader();
  /** A 421 that came unasked: the answer to whatever is asked next. */
  #closing: ReplyLines | undefined;
  #failure: SessionError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** A handshake is in progress. */
  #isUpgrading = false;
  /** Replies that must arrive before QUIT may be sent. */
  #repliesBeforeQuit = 0;
  #quit: (() => void) | undefined;

  /** Owns the connection from here on. */
  constructor(connection: Connection, options: SessionOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#listen();
    [this.banner] = this.#expect(['banner']) as [Promise<ReplyLines>];
  }

  /** Sends one command. The promise rejects with a SessionError. Throws a TypeError for a command of more than one line. */
  ask(command: string): Promise<ReplyLines> {
    return this.send([command])[0] as Promise<ReplyLines>;
  }

  /** Sends commands in one write (RFC 2920 §3.1); a promise each, not all of which need be awaited. */
  send(commands: readonly string[]): Promise<ReplyLines>[] {
    if (commands.some((command) => /\p{Cc}/u.test(command)))
      throw new TypeError('An SMTP command is one line without control characters.');
    if (!this.#failure && !this.#closing && this.#connection.writable)
      this.#connection.write(commands.map((command) => `${command}\r\n`).join(''));
    return this.#expect(commands);
  }

  /**
   * Goes on over another connection, made from this one: `secure` is called between two commands. What the host said in clear
   * ahead of it is not believed (RFC 3207 §4.2). Rejects with a SessionError.
   */
  async upgrade(secure: (connection: Connection) => Promise<Connection>): Promise<void> {
    const connection = this.#connection;
    if (!this.#reader.isBetweenReplies || this.#waiting.length) this.fail('garbled');
    if (this.#failure) throw this.#failure;
    connection.off('data', this.#onData).off('end', this.#onConnectionEnd).off('close', this.#onConnectionClose);
    this.#isUpgrading = true;
    try {
      this.#connection = await secure(connection);
    } catch (cause) {
      this.#listen();
      this.fail('dropped', cause);
      throw this.#failure as unknown as SessionError;
    } finally {
      this.#isUpgrading = false;
    }
    this.#reader = new ReplyReader();
    this.#listen();
  }

  /** Resolves when every command sent has its reply: until then none is known to be its own. */
  allReplied(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (!this.#waiting.length) return Promise.resolve();
    return new Promise((resolve, reject) => this.#listeners.push({ resolve, reject }));
  }

  /** Ends the session for callers: all that wait get this failure. */
  fail(code: SessionErrorCode, cause?: unknown): void {
    if (this.#failure) return;
    this.#failure = new SessionError(code, { cause });
    clearTimeout(this.#timer);
    if (this.#isUpgrading) this.#connection.destroy();
    if ((code === 'aborted' || code === 'timed-out') && LAST_OF_GROUP.test(this.#waiting.at(-1)?.command ?? ''))
      this.#repliesBeforeQuit = this.#waiting.length;
    for (const [at, { reject }] of this.#waiting.splice(0).entries())
      reject(at ? new SessionError(code, { cause, isBehind: true }) : this.#failure);
    for (const { reject } of this.#listeners.splice(0)) reject(new SessionError(code, { cause, isBehind: true }));
    this.#reportEnd();
  }

  /** Says QUIT, when that may be said, and lets the connection end by itself, or ends it. Nothing can be asked afterwards. */
  end(): void {
    const connection = this.#connection;
    const hadFailed = this.#failure !== undefined;
    this.fail('aborted');
    if (connection.destroyed) return;
    // The host had its time to answer, so that QUIT might be sent.
    if (this.#repliesBeforeQuit && this.#failure?.code === 'timed-out') return void connection.destroy();
    this.#quit = () => {
      if (connection.writable) connection.write('QUIT\r\n');
      if (hadFailed) connection.destroySoon();
      else connection.end();
    };
    if (!this.#repliesBeforeQuit) this.#quit();
    const late = setTimeout(() => connection.destroy(), QUIT_TIMEOUT_MS).unref();
    connection.once('close', () => clearTimeout(late));
  }

  #listen(): void {
    const connection = this.#connection;
    connection.on('data', this.#onData).on('end', this.#onConnectionEnd).on('close', this.#onConnectionClose);
    connection.on('error', (cause) => this.fail('dropped', cause));
    if (connection.closed) this.#onConnectionClose();
  }

  readonly #onConnectionEnd = (): void => this.fail('dropped');

  readonly #onConnectionClose = (): void => {
    this.fail('dropped');
    this.#options.onClosed?.();
  };

  #expect(commands: readonly string[]): Promise<ReplyLines>[] {
    const isIdle = !this.#waiting.length;
    const promises = commands.map((command) => {
      const promise = new Promise<ReplyLines>((resolve, reject) => this.#waiting.push({ command, resolve, reject }));
      promise.catch(() => undefined);
      return promise;
    });
    if (this.#closing) {
      this.#waiting.shift()?.resolve(this.#closing);
      this.fail('dropped');
    }
    if (this.#failure) {
      const [first, ...rest] = this.#waiting.splice(0);
      first?.reject(this.#failure);
      for (const { reject } of rest) reject(this.#failure);
    } else if (isIdle) {
      this.#startTimer();
    }
    return promises;
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length) this.#timer = setTimeout(() => this.fail('timed-out'), this.#options.replyTimeoutMs);
  }

  /** After the end, only counts replies, until QUIT may be sent. */
  #countRepliesBeforeQuit(bytes: Buffer): void {
    if (!this.#repliesBeforeQuit) return;
    try {
      this.#repliesBeforeQuit = Math.max(0, this.#repliesBeforeQuit - this.#reader.push(bytes).length);
    } catch {
      this.#repliesBeforeQuit = 0;
    }
    if (!this.#repliesBeforeQuit) this.#quit?.();
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#failure) return this.#countRepliesBeforeQuit(bytes);
    let replies: ReplyLines[];
    try {
      replies = this.#reader.push(bytes);
    } catch (cause) {
      return this.fail('garbled', cause);
    }
    // More than was asked for: it cannot be distinguished from the answer.
    const extra = replies.length - this.#waiting.length;
    if (extra > 1 || (extra === 1 && replies.at(-1)?.code !== CLOSING)) return this.fail('garbled');
    for (const reply of replies) {
      if (this.#waiting[0]?.command === 'RSET' && !ANSWERS_TO_RSET.includes(reply.code)) return this.fail('garbled');
      const waiting = this.#waiting.shift();
      if (waiting) {
        waiting.resolve(reply);
      } else {
        this.#closing = reply;
        this.#reportEnd();
      }
    }
    if (replies.length) this.#startTimer();
    if (!this.#waiting.length) for (const { resolve } of this.#listeners.splice(0)) resolve();
  };

  #reportEnd(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }
}
