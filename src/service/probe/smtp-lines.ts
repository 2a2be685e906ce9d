import type { Answer, Question } from './smtp-question.js';
import { HostLine, type LineOptions } from './smtp-line.js';
import type { Seat } from './smtp-seat.js';

/** Sessions without a question that are kept at most, over all mail hosts; the one that waited longest goes first. */
const IDLE = 500;

/**
 * Lines to mail hosts, by address. Two names at one address are one host: what answers there cannot tell by which name it was
 * found, so that sessions may serve both, and the cap holds for both together.
 */
export class HostLines {
  readonly #options: LineOptions;
  readonly #lines = new Map<string, HostLine>();
  readonly #idle = new Set<Seat>();
  #isClosed = false;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Asks at one address. Rejects with what is no fault of the host's. */
  async ask(ip: string, question: Question): Promise<Answer> {
    if (this.#isClosed) return { kind: 'ended', evidence: { outcome: 'aborted' }, tookPart: false };
    let line = this.#lines.get(ip);
    if (!line) {
      line = this.#lineTo(ip);
      this.#lines.set(ip, line);
    }
    const answer = await line.ask(question);
    this.#forget(ip, line);
    return answer;
  }

  /** Says goodbye everywhere. What is under way, and what is asked from now on, comes to nothing. */
  close(): void {
    this.#isClosed = true;
    for (const line of this.#lines.values()) line.close();
  }

  #lineTo(ip: string): HostLine {
    const line = new HostLine(ip, this.#options, {
      onIdle: (seat) => {
        this.#idle.add(seat);
        const [longest] = this.#idle;
        if (this.#idle.size > IDLE) longest?.leave();
      },
      onBusy: (seat) => this.#idle.delete(seat),
      onGone: () => this.#forget(ip, line),
    });
    return line;
  }

  /** A line without sessions is forgotten when its next connection would not have to wait. */
  #forget(ip: string, line: HostLine): void {
    if (this.#lines.get(ip) !== line || !line.isUnused) return;
    if (line.isPaced) setTimeout(() => this.#forget(ip, line), this.#options.paceMs).unref();
    else this.#lines.delete(ip);
  }
}
