import type { Connection } from '../net/connect.js';
import { SmtpConversation, type ConversationOptions } from './smtp-conversation.js';
import type { Question } from './smtp-question.js';
import { SmtpSession } from './smtp-session.js';

export interface PooledConnectionOptions extends ConversationOptions {
  /** For one reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** Recipients at most. */
  readonly recipients: number;
  /** How long the session is kept without a question, in milliseconds. */
  readonly idleMs: number;
  /** After this many milliseconds without an answer, no further question waits behind this one. */
  readonly stalledMs: number;
}

/** What happens to a connection, reported to those that count them. */
export interface ConnectionEvents {
  readonly onIdle: (connection: PooledConnection) => void;
  readonly onBusy: (connection: PooledConnection) => void;
  readonly onGone: (connection: PooledConnection) => void;
}

/** Refused recipients in one session: Postfix slows down a client after ten errors. */
const REFUSALS = 9;
/** Postfix hangs up after twenty errors: recipients in progress, each with a random one, must not reach that. */
const ERRORS = 19;
const RECIPIENTS_EACH = 3;
/** Another session follows if recipients came this many times faster than an idle session is given up. */
const FOLLOWED = 4;

/** One connection to a mail host, from its opening to its end, and how much it may still be asked. */
export class PooledConnection {
  asked = 0;
  underWay = 0;
  readonly #options: PooledConnectionOptions;
  readonly #events: ConnectionEvents;
  #session: SmtpSession | undefined;
  #conversation: SmtpConversation | undefined;
  readonly #begunAt = performance.now();
  readonly #controller = new AbortController();
  /** Questions that somebody waits for. */
  readonly #wanted = new Set<Question>();
  #isOpen = false;
  #isLeaving = false;
  #isGone = false;
  /** When the answer that is awaited became the next. */
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
  get isWanted(): boolean {
    return this.#wanted.size > 0;
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
    return this.#isOpen && !this.#isLeaving;
  }

  /** It takes another question now. */
  get isFree(): boolean {
    if (!this.isServing || this.#isStalled) return false;
    const { takesSeveral = false, refusals = 0 } = this.#conversation ?? {};
    return this.underWay === 0 || (takesSeveral && refusals + RECIPIENTS_EACH * (this.underWay + 1) <= ERRORS);
  }

  /** It will take another question soon, without being given up before. */
  get isPromising(): boolean {
    return !this.#isLeaving && !this.#isStalled && (!this.#isOpen || this.#conversation?.pipelines === true);
  }

  get #isStalled(): boolean {
    return this.underWay > 0 && performance.now() > this.#awaitedSince + this.#options.stalledMs;
  }

  /** A connection has come about. */
  begin(connection: Connection): SmtpConversation {
    const { replyTimeoutMs } = this.#options;
    this.#session = new SmtpSession(connection, {
      replyTimeoutMs,
      onEnd: () => this.leave(),
      onClosed: () => this.#tellGone(),
    });
    if (this.signal.aborted) this.#session.end();
    this.#conversation = new SmtpConversation(this.#session, this.#options);
    return this.#conversation;
  }

  /** The host has greeted. */
  open(): void {
    this.#isOpen = true;
    this.#wanted.clear();
  }

  /** It takes no more, and was used up so fast that another session in its place would not wait for long. */
  get wantsFollower(): boolean {
    const { isSpent = false, refusals = 0 } = this.#conversation ?? {};
    const isUsedUp = this.asked >= this.#options.recipients || refusals >= REFUSALS || isSpent;
    return (
      isUsedUp && this.asked > 1 && performance.now() < this.#begunAt + (this.asked * this.#options.idleMs) / FOLLOWED
    );
  }

  /** Somebody waits for it to be open. */
  want(question: Question): void {
    this.#wanted.add(question);
  }

  /** A question is taken. */
  take(question: Question): void {
    this.#stopIdling();
    this.#wanted.add(question);
    if (!this.underWay) this.#awaitedSince = performance.now();
    this.asked += 1;
    this.underWay += 1;
    if (this.asked >= this.#options.recipients) this.#isLeaving = true;
  }

  /** A question is answered. */
  give(question: Question): void {
    this.#wanted.delete(question);
    this.underWay -= 1;
    this.#awaitedSince = performance.now();
    const { isSpent = true, refusals = 0 } = this.#conversation ?? {};
    if (this.#isLeaving || isSpent || refusals >= REFUSALS) this.leave();
  }

  /** No question is left for now. */
  rest(): void {
    if (this.underWay || !this.isServing || this.isIdle) return;
    this.#idleTimer = setTimeout(() => this.leave(), this.#options.idleMs);
    this.#events.onIdle(this);
  }

  /** Takes no more questions, and says goodbye when those in progress are answered. */
  leave(): void {
    this.#isLeaving = true;
    this.#stopIdling();
    if (this.underWay) return;
    if (this.#session) this.#session.end();
    else this.#tellGone();
  }

  /** Ends at once: waiting questions fail. */
  abort(): void {
    this.#controller.abort();
    this.#session?.fail('aborted');
    this.leave();
  }

  /** The caller of the question no longer waits. */
  forsake(question: Question): void {
    this.#wanted.delete(question);
  }

  #tellGone(): void {
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
