import type { Connection } from '../net/connect.js';
import { SmtpConversation, type ConversationOptions } from './smtp-conversation.js';
import { SmtpSession } from './smtp-session.js';

export interface SeatOptions extends ConversationOptions {
  /** For one reply, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** Recipients at most. */
  readonly recipients: number;
  /** How long the session is kept without a question, in milliseconds. */
  readonly idleMs: number;
  /** After so long without an answer, in milliseconds, nobody else is to wait behind who is asked for. */
  readonly stalledMs: number;
}

/** What becomes of a seat, told to whoever counts them. */
export interface SeatEvents {
  readonly onIdle: (seat: Seat) => void;
  readonly onBusy: (seat: Seat) => void;
  readonly onGone: (seat: Seat) => void;
}

/** Recipients asked for and not answered yet, in one session that pipelines. */
const UNDER_WAY = 10;
/** Refused recipients in one session: Postfix slows down whoever has made ten errors, and hangs up after twenty. */
const REFUSALS = 9;
/** Another session follows where recipients came so many times faster than an idle session is given up. */
const FOLLOWED = 4;

/** One connection to a mail host, from its opening to its end, and how much it may still be asked. */
export class Seat {
  asked = 0;
  underWay = 0;
  readonly #options: SeatOptions;
  readonly #events: SeatEvents;
  #session: SmtpSession | undefined;
  #conversation: SmtpConversation | undefined;
  readonly #begunAt = performance.now();
  #isOpen = false;
  #isLeaving = false;
  /** When the answer that is awaited became the next. */
  #awaitedSince = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: SeatOptions, events: SeatEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** Undefined until there is a connection. */
  get conversation(): SmtpConversation | undefined {
    return this.#conversation;
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
    return this.isServing && !this.#isStalled && this.underWay < (this.#conversation?.takesSeveral ? UNDER_WAY : 1);
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
    this.#session = new SmtpSession(connection, { replyTimeoutMs, onEnd: () => this.leave(), onClosed: () => this.#events.onGone(this) });
    this.#conversation = new SmtpConversation(this.#session, this.#options);
    return this.#conversation;
  }

  /** The host has greeted. */
  open(): void {
    this.#isOpen = true;
  }

  /** It takes no more, and was used up so fast that another session in its place would not wait for long. */
  get wantsFollower(): boolean {
    const isUsedUp = this.asked >= this.#options.recipients || (this.#conversation?.refusals ?? 0) >= REFUSALS;
    return isUsedUp && this.asked > 1 && performance.now() < this.#begunAt + (this.asked * this.#options.idleMs) / FOLLOWED;
  }

  /** A question is taken. */
  take(): void {
    this.#stopIdling();
    if (!this.underWay) this.#awaitedSince = performance.now();
    this.asked += 1;
    this.underWay += 1;
    if (this.asked >= this.#options.recipients) this.#isLeaving = true;
  }

  /** A question is answered. */
  give(): void {
    this.underWay -= 1;
    this.#awaitedSince = performance.now();
    const { isSpent = true, refusals = 0 } = this.#conversation ?? {};
    if (this.#isLeaving || isSpent || refusals >= REFUSALS) this.leave();
  }

  /** Nobody wants anything for now. */
  rest(): void {
    if (this.underWay || !this.isServing || this.isIdle) return;
    this.#idleTimer = setTimeout(() => this.leave(), this.#options.idleMs);
    this.#events.onIdle(this);
  }

  /** Takes no more questions, and says goodbye when those under way are answered. */
  leave(): void {
    this.#isLeaving = true;
    this.#stopIdling();
    if (this.underWay) return;
    if (this.#session) this.#session.end();
    else this.#events.onGone(this);
  }

  /** Ends at once: whoever waits for an answer hears that. */
  abort(): void {
    this.#session?.fail('aborted');
    this.leave();
  }

  /** Whoever it was opened for no longer waits; a connection that is still coming about may serve others who do. */
  forsake(isWanted: boolean): void {
    const isComing = !this.asked;
    if (isComing ? !isWanted : this.asked === 1 && this.underWay) this.abort();
  }

  #stopIdling(): void {
    if (!this.#idleTimer) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    this.#events.onBusy(this);
  }
}
