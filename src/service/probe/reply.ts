import { shownText } from '../../text/index.js';
import type { Reply } from '../verdict/index.js';

/** A reply as it came: its code, and its lines without it. */
export interface ReplyLines {
  readonly code: number;
  readonly lines: readonly string[];
}

/** The bytes received are not an SMTP reply, or far too long. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
}

/** RFC 5321 §4.5.3.1.5 has 512 octets a line; real hosts are more talkative. */
const LINE_BYTES = 2_048;
const REPLY_LINES = 100;
const REPLY_BYTES = 65_536;
const LF = 0x0a;

const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/;
/** RFC 3463 §2, class.subject.detail; not the start of an IP address. */
const STATUS = '[245]\\.[0-7]\\.\\d{1,3}(?!\\.?\\d)';
const LEADING_STATUS = new RegExp(`^#?${STATUS}[ -]*`);
// Some write a word of their own before it, some write it at the end: "(#5.1.1)".
const ANY_STATUS = new RegExp(`^(?:[^\\s.]+ )?#?(${STATUS})|[(\\[]?#(${STATUS})`);

const TEXT_SHOWN = 512;
/** A callout names its address in its last line: this much is judged, less is shown. */
export const JUDGED_LENGTH = 4_096;
/** Terminal sequences whole, so that none of their letters stay behind: OSC, CSI, and the short ones. */
const ESCAPES =
  /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]?/g;

/** Puts replies together from what a connection delivers, in whatever pieces (RFC 5321 §4.2.1). */
export class ReplyReader {
  #incomplete: Buffer = Buffer.alloc(0);
  #code = 0;
  #lines: string[] = [];
  #bytes = 0;

  /** Nothing of a reply has been read without its end. */
  get isBetweenReplies(): boolean {
    return !this.#incomplete.length && !this.#lines.length;
  }

  /** The replies that `bytes` complete. Throws a ReplyError; the connection is of no use then. */
  push(bytes: Buffer): ReplyLines[] {
    const replies: ReplyLines[] = [];
    let rest = this.#incomplete.length ? Buffer.concat([this.#incomplete, bytes]) : bytes;
    for (let end = rest.indexOf(LF); end >= 0; end = rest.indexOf(LF)) {
      const reply = this.#readLine(rest.subarray(0, end));
      if (reply) replies.push(reply);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > LINE_BYTES) throw new ReplyError('A line without end.');
    this.#incomplete = Buffer.from(rest);
    return replies;
  }

  #readLine(line: Buffer): ReplyLines | undefined {
    this.#bytes += line.length;
    if (line.length > LINE_BYTES || this.#bytes > REPLY_BYTES || this.#lines.length >= REPLY_LINES) {
      throw new ReplyError('A reply without end.');
    }
    const [, digits, mark, text = ''] = LINE.exec(line.toString('utf8').replace(/\r$/, '')) ?? [];
    const code = Number(digits);
    if (!digits || (this.#lines.length && code !== this.#code))
      throw new ReplyError('What was sent is not an SMTP reply.');
    this.#code = code;
    this.#lines.push(text);
    if (mark === '-') return undefined;
    const reply = { code, lines: this.#lines };
    this.#lines = [];
    this.#bytes = 0;
    return reply;
  }
}

/**
 * A reply made safe to show: lines joined, enhanced status codes (RFC 3463, RFC 2034 §4) taken out of the text, terminal
 * escapes and control characters removed, at most `longest` characters (512 if absent).
 */
export function readableReply({ code, lines }: ReplyLines, longest = TEXT_SHOWN): Reply {
  const clean = lines.map((line) => shownText(line.replace(ESCAPES, ''), { instead: ' ' }).trim());
  const [, first, later] = ANY_STATUS.exec(clean.join(' ')) ?? [];
  const text = clean.map((line) => line.replace(LEADING_STATUS, '')).join(' ');
  return {
    code,
    status: first ?? later,
    text: shownText(text.replace(/\s+/g, ' ').trim(), { most: longest }),
  };
}
