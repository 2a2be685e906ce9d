import type { Connection, ConnectOptions } from '../net/connect.js';
import type { ConversationOptions } from './conversation-options.js';
import { SmtpConversation } from './smtp-conversation.js';
import type { MailboxQuestion } from './smtp-question.js';
import { SmtpSession } from './smtp-session.js';

export interface PooledConnectionOptions extends ConversationOptions {
  /** Opens a connection. */
  readonly connect: (options: ConnectOptions) => Promise<Connection>;
  /** For one reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** Recipients at most. */
  readonly recipients: number;
  /** Milliseconds for which an idle session is kept. */
  readonly idleMs: number;
  /** After this many milliseconds without an answer, no further question is sent behind this one. */
  readonly stalledMs: number;
}

/** Events of a connection, for counting. */
export interface ConnectionEvents {
  readonly onIdle: (connection: PooledConnection) => void;
  readonly onBusy: (connection: PooledConnection) => void;
  readonly onGone: (connection: PooledConnection) => void;
}

/** Refused recipients in one session: Postfix slows down a client after ten errors. */
const MOST_REFUSALS = 9;
/** Postfix hangs up after twenty errors: recipients in progress, each with a random one, must not reach that. */
const MOST_ERRORS = 19;
const RECIPIENTS_PER_QUESTION = 3;
/** A successor is opened if recipients came this many times faster than an idle session is given up. */
const SUCCESSOR_FACTOR = 4;

/** One connection to a mail host, from its opening to its end, and the number of questions that it still takes. */
export class PooledConnection {
  asked = 0;
  inProgress = 0;
  readonly #options: PooledConnectionOptions;
  readonly #events: ConnectionEvents;
  #session: SmtpSession | undefined;
  #conversation: SmtpConversation | undefined;
  readonly #begunAt = performance.now();
  readonly #controller = new AbortController();
  /** Questions that somebody waits for. */
  readonly #reservedFor = new Set<MailboxQuestion>();
  #isOpen = false;
  #isRetiring = false;
  #isGone = false;
  /** Time at which the awaited answer became the next one. */
  #awaitedSince = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: PooledConnectionOptions, events: ConnectionEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** Undefined until there is a connection. */
  get conversation(): SmtpConversation | undefined {
    return this.#conversation;
  }

  /** Fires when it is given up: a connection that comes about nevertheless is closed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Somebody waits for an answer from here, or for the connection. */
  get isReserved(): boolean {
    return this.#reservedFor.size > 0;
  }

  /** The host has greeted. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isIdle(): boolean {
    return this.#idleTimer !== undefined;
  }

  /** The host has greeted, and will answer more. */
  get isServing(): boolean {
    return this.#isOpen && !this.#isRetiring;
  }

  /** Whether the connection takes another question now. */
  get isFree(): boolean {
    if (!this.isServing || this.#isStalled) return false;
    const { takesSeveral = false, refusals = 0 } = this.#conversation ?? {};
    return (
      this.inProgress === 0 ||
      (takesSeveral && refusals + RECIPIENTS_PER_QUESTION * (this.inProgress + 1) <= MOST_ERRORS)
    );
  }

  /** Whether the connection will take another question soon, without being given up before. */
  get willBeFree(): boolean {
    return !this.#isRetiring && !this.#isStalled && (!this.#isOpen || this.#conversation?.pipelines === true);
  }

  get #isStalled(): boolean {
    return this.inProgress > 0 && performance.now() > this.#awaitedSince + this.#options.stalledMs;
  }

  /** A connection has come about. */
  begin(connection: Connection): SmtpConversation {
    const { replyTimeoutMs } = this.#options;
    this.#session = new SmtpSession(connection, {
      replyTimeoutMs,
      onEnd: () => this.retire(),
      onClosed: () => this.#reportGone(),
    });
    if (this.signal.aborted) this.#session.end();
    this.#conversation = new SmtpConversation(this.#session, this.#options);
    return this.#conversation;
  }

  /** The host has greeted. */
  open(): void {
    this.#isOpen = true;
    this.#reservedFor.clear();
  }

  /**
   * Whether the connection takes no more questions, and was used up so fast that a session in its place would not wait
   * for long.
   */
  get needsSuccessor(): boolean {
    const { isSpent = false, refusals = 0 } = this.#conversation ?? {};
    const isUsedUp = this.asked >= this.#options.recipients || refusals >= MOST_REFUSALS || isSpent;
    return (
      isUsedUp &&
      this.asked > 1 &&
      performance.now() < this.#begunAt + (this.asked * this.#options.idleMs) / SUCCESSOR_FACTOR
    );
  }

  /** Somebody waits for it to be open. */
  reserve(question: MailboxQuestion): void {
    this.#reservedFor.add(question);
  }

  /** A question is taken. */
  take(question: MailboxQuestion): void {
    this.#stopIdling();
    this.#reservedFor.add(question);
    if (!this.inProgress) this.#awaitedSince = performance.now();
    this.asked += 1;
    this.inProgress += 1;
    if (this.asked >= this.#options.recipients) this.#isRetiring = true;
  }

  /** A question is answered. */
  finish(question: MailboxQuestion): void {
    this.#reservedFor.delete(question);
    this.inProgress -= 1;
    this.#awaitedSince = performance.now();
    const { isSpent = true, refusals = 0 } = this.#conversation ?? {};
    if (this.#isRetiring || isSpent || refusals >= MOST_REFUSALS) this.retire();
  }

  /** Called when no question is left for now. */
  idle(): void {
    if (this.inProgress || !this.isServing || this.isIdle) return;
    this.#idleTimer = setTimeout(() => this.retire(), this.#options.idleMs);
    this.#events.onIdle(this);
  }

  /** Takes no more questions, and ends the session when those in progress are answered. */
  retire(): void {
    this.#isRetiring = true;
    this.#stopIdling();
    if (this.inProgress) return;
    if (this.#session) this.#session.end();
    else this.#reportGone();
  }

  /** Ends the connection at once: waiting questions fail. */
  abort(): void {
    this.#controller.abort();
    this.#session?.fail('aborted');
    this.retire();
  }

  /** The caller of the question no longer waits. */
  cancelReservation(question: MailboxQuestion): void {
    this.#reservedFor.delete(question);
  }

  #reportGone(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#events.onGone(this);
  }

  #stopIdling(): void {
    if (!this.#idleTimer) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    this.#events.onBusy(this);
  }
}
