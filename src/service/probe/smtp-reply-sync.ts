import { readableReply, type ReplyLines } from './reply.js';
import { isPositive, isRefusal } from './reply-signs.js';

/** A second greeting is unknown, not implemented, or out of order: none of these can answer a command of a transaction that the host accepted. */
const NOT_TWICE: readonly number[] = [500, 502, 503];

/** "Reset state", "Resetting", "flushed", as Exim, Exchange, Gmail, OpenSMTPD, qmail and sendmail say: nothing else is answered so. */
const RESET = /^(?:reset(?:ting)?|flushed)(?=[.,!]?(?: |$))/i;
/** The whole of what Exim says. */
const EXIM_RESET = 'Reset OK';

const isReset = (reply: ReplyLines): boolean => RESET.test(readableReply(reply).text);
const isSame = (one: ReplyLines, other: ReplyLines): boolean =>
  one.code === other.code && one.lines.join('\n') === other.lines.join('\n');

/**
 * Returns the part of a greeting that stays when it is repeated: its keywords, or the host's name if it has none. Times
 * and numbers beside those may change (RFC 5321 §4.1.1.1).
 */
const shapeOf = ({ code, lines }: ReplyLines): string => {
  const stable = lines.length > 1 ? lines.slice(1) : lines;
  return [code, lines.length, ...stable.map((line) => line.split(' ')[0]?.toUpperCase())].join(' ');
};

/**
 * Detects whether replies still match the commands that they answer, by those replies that cannot be confused with
 * others. The answer to a second greeting is one of them. The answer to RSET is another if its words say so, or once it
 * has been seen together with the second greeting, if no answer about a recipient has its words.
 */
export class ReplySync {
  readonly #greeting: ReplyLines;
  #reset: ReplyLines | undefined;
  #isResetVarying = false;
  #saysReset = false;

  /** `greeting` is how the host answered EHLO, or HELO. */
  constructor(greeting: ReplyLines) {
    this.#greeting = greeting;
  }

  /** RSET is answered in words that are known, and mark the end of a transaction without a second greeting. */
  get hasReset(): boolean {
    return this.#saysReset || this.#reset !== undefined;
  }

  /** The host is Exim, by how it answers RSET. */
  get isExim(): boolean {
    return this.#reset?.lines.join() === EXIM_RESET;
  }

  /** The last of a transaction's replies, the one to RSET, is in its place, and with it all before. */
  isAtEnd(replies: readonly ReplyLines[]): boolean {
    const end = replies.at(-1);
    if (!end) return false;
    if (isReset(end)) return isPositive(end) && !replies.slice(0, -1).some(isReset);
    return this.#reset !== undefined && isSame(end, this.#reset) && isUnique(end, replies);
  }

  /** `reply`, said after a transaction's replies, is to a second greeting and cannot be one of those that come late. */
  isGreeting(reply: ReplyLines, replies: readonly ReplyLines[]): boolean {
    if (NOT_TWICE.includes(reply.code)) return !replies.some(({ code }) => code === reply.code);
    const shape = shapeOf(this.#greeting);
    return shapeOf(reply) === shape && !replies.some((each) => shapeOf(each) === shape);
  }

  /**
   * `reply`, which refuses a second greeting, or the end of the connection (`undefined`), came after all of a transaction's replies:
   * none of them can be the answer to that greeting, and `reply` cannot be one of them that comes late.
   */
  isEndBehind(reply: ReplyLines | undefined, replies: readonly ReplyLines[]): boolean {
    if (reply && (!isRefusal(reply) || replies.some(({ code }) => code === reply.code))) return false;
    const shape = shapeOf(this.#greeting);
    return !replies.some((each) => shapeOf(each) === shape);
  }

  /** Notes how RSET is answered, from a transaction that has been shown to be in step. */
  learn(replies: readonly ReplyLines[]): void {
    const end = replies.at(-1);
    if (!end) return;
    this.#saysReset = isReset(end);
    if (this.#isResetVarying) return;
    this.#isResetVarying = this.#reset !== undefined && !isSame(end, this.#reset);
    this.#reset = !this.#isResetVarying && isPositive(end) && isUnique(end, replies) ? end : undefined;
  }
}

/**
 * Whether no recipient was answered in the same words. The sender may have been: a reply to MAIL in another's place
 * would be taken for one about a recipient.
 */
const isUnique = (end: ReplyLines, replies: readonly ReplyLines[]): boolean =>
  !replies.slice(1, -1).some((each) => isSame(each, end));
