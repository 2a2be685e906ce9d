import type { Connection } from '../net/connect.js';
import { ReplyReader, type ReplyLines } from './reply.js';

/** Why a conversation came to nothing. */
export type SessionFailure = 'dropped' | 'timed-out' | 'garbled' | 'aborted';

/** A conversation that came to nothing. Says nothing of a mailbox. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: SessionFailure;

  constructor(code: SessionFailure, options?: ErrorOptions) {
    super(`The mail host's side of the conversation: ${code}.`, options);
    this.code = code;
  }
}

/** How long a host may take to answer QUIT before the connection is closed over its head, in milliseconds. */
const FAREWELL_MS = 1_000;
/** A host that says more than it is asked is out of step: its answers belong to nobody's question. */
const REPLIES_AHEAD = 2;
/** "Closing": may come unasked (RFC 5321 §3.8). */
const CLOSING = 421;

/** One command at a time over one connection, each answered in time or given up. */
export class SmtpSession {
  readonly #connection: Connection;
  readonly #reader = new ReplyReader();
  readonly #replies: ReplyLines[] = [];
  readonly #replyTimeoutMs: number;
  #failure: SessionError | undefined;
  #wake: () => void = () => undefined;

  /** Owns the connection from here on; an aborted signal ends it. */
  constructor(connection: Connection, { replyTimeoutMs, signal }: { readonly replyTimeoutMs: number; readonly signal: AbortSignal }) {
    this.#connection = connection;
    this.#replyTimeoutMs = replyTimeoutMs;
    connection.on('data', (bytes: Buffer) => this.#take(bytes));
    connection.on('error', (cause) => this.#fail('dropped', cause));
    connection.on('end', () => this.#fail('dropped'));
    connection.on('close', () => {
      signal.removeEventListener('abort', abort);
      this.#fail('dropped');
    });
    const abort = () => this.#fail('aborted');
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  }

  /** The next reply. Rejects with a SessionError. */
  async read(): Promise<ReplyLines> {
    const late = setTimeout(() => this.#fail('timed-out'), this.#replyTimeoutMs);
    try {
      for (;;) {
        const reply = this.#replies.shift();
        if (reply) return reply;
        if (this.#failure) throw this.#failure;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** Sends one command and reads its reply. Rejects with a SessionError, and with a TypeError for a command of more than one line. */
  ask(command: string): Promise<ReplyLines> {
    if (/\p{Cc}/u.test(command)) return Promise.reject(new TypeError('An SMTP command is one line without control characters.'));
    const [ahead] = this.#replies;
    if (ahead && ahead.code !== CLOSING) this.#fail('garbled');
    if (!this.#failure && !ahead && this.#connection.writable) this.#connection.write(`${command}\r\n`);
    return this.read();
  }

  /** Says QUIT and lets the connection end by itself, or ends it. Nothing can be asked afterwards. */
  end(): void {
    const connection = this.#connection;
    connection.removeAllListeners('data');
    connection.resume();
    if (connection.destroyed) return;
    if (connection.writable) connection.write('QUIT\r\n');
    if (this.#failure) {
      connection.destroySoon();
    } else {
      connection.end();
    }
    const late = setTimeout(() => connection.destroy(), FAREWELL_MS).unref();
    connection.once('close', () => clearTimeout(late));
  }

  #take(bytes: Buffer): void {
    if (this.#failure) return;
    try {
      this.#replies.push(...this.#reader.push(bytes));
    } catch (cause) {
      return this.#fail('garbled', cause);
    }
    if (this.#replies.length > REPLIES_AHEAD) return this.#fail('garbled');
    this.#wake();
  }

  #fail(code: SessionFailure, cause?: unknown): void {
    this.#failure ??= new SessionError(code, { cause });
    // What was said out of step must not be taken for an answer; what was said before a hang-up may.
    if (code === 'garbled') this.#replies.length = 0;
    this.#wake();
  }
}
