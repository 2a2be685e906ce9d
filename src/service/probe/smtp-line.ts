import { connect, type ConnectOptions } from '../net/connect.js';
import { ConnectError } from '../net/connect-error.js';
import type { ReplyLines } from './reply.js';
import { isClosing } from './reply-signs.js';
import type { Answer, Question } from './smtp-question.js';
import { Seat, type SeatEvents, type SeatOptions } from './smtp-seat.js';
import { SessionError } from './smtp-session.js';

export interface LineOptions extends Omit<ConnectOptions, 'address' | 'signal'>, Omit<SeatOptions, 'ip' | 'oneByOne' | 'isKnownSteady'> {
  /** Connections to one address at most. */
  readonly connections: number;
  /** Between a connection's opening or end and the opening of the next to the same address, in milliseconds. */
  readonly paceMs: number;
}

interface Job {
  readonly question: Question;
  readonly since: number;
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
  readonly isSettled: () => boolean;
  /** Where it is asked, and what was said of the mailbox already, for whoever leaves before the rest. */
  seat?: Seat | undefined;
  accepted?: ReplyLines | undefined;
  /** Asked before in a session that came to nothing: the next one it has to itself first. */
  isAgain?: boolean;
}

/** How long a question waits for a session that is busy before a further connection is opened for it, in milliseconds. */
const PATIENCE_MS = 500;

/** All questions to one address: a bounded number of sessions, and a queue for them that each question leaves in its own time. */
export class HostLine {
  readonly #ip: string;
  readonly #options: LineOptions;
  readonly #events: SeatEvents;
  readonly #seats = new Set<Seat>();
  readonly #queue: Job[] = [];
  readonly #closing = new AbortController();
  #most: number;
  /** When a connection was opened, or was no more: the host may see that a little later. */
  #changedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** A host that was out of step when it pipelined is asked one by one. */
  #isOneByOne = false;
  #isSteady = false;

  /** `onGone` of the events is told of every seat that is no more. */
  constructor(ip: string, options: LineOptions, events: SeatEvents) {
    this.#ip = ip;
    this.#options = options;
    this.#most = options.connections;
    this.#events = {
      ...events,
      onGone: (seat) => {
        this.#seats.delete(seat);
        this.#changedAt = performance.now();
        this.#next();
        events.onGone(seat);
      },
    };
  }

  /** There is no connection and no question. */
  get isUnused(): boolean {
    return !this.#seats.size && !this.#queue.length;
  }

  /** A connection opened now would come too soon after the last. */
  get isPaced(): boolean {
    return performance.now() < this.#changedAt + this.#options.paceMs;
  }

  /** The host's answer, or what there is of it when the question's signal fires. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { signal } = question;
      let isSettled = false;
      const settled = () => {
        isSettled = true;
        signal.removeEventListener('abort', leave);
      };
      const job: Job = {
        question,
        since: performance.now(),
        settle: (answer) => {
          settled();
          resolve(answer);
        },
        fail: (error) => {
          settled();
          reject(error instanceof Error ? error : new Error('A probe failed.', { cause: error }));
        },
        isSettled: () => isSettled,
      };
      const leave = () => {
        const at = this.#queue.indexOf(job);
        if (at >= 0) this.#queue.splice(at, 1);
        job.settle(this.#unfinished(job, 'timed-out'));
        job.seat?.forsake(this.#queue.length > 0);
        this.#next();
      };
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) return leave();
      if (this.#closing.signal.aborted) return job.settle(this.#unfinished(job, 'aborted'));
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Ends every session. What is asked from now on comes to nothing. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    for (const job of this.#queue.splice(0)) job.settle(this.#unfinished(job, 'aborted'));
    for (const seat of this.#seats) seat.abort();
  }

  /** Gives questions to sessions for as long as there are both. */
  #next(): void {
    for (let job = this.#queue[0]; job; job = this.#queue[0]) {
      const seat = job.isAgain ? undefined : this.#seatFor(job);
      if (!seat && !this.#mayOpen(job)) return;
      this.#queue.shift();
      if (seat) void this.#askAt(seat, job);
      else void this.#open(job.question, job);
    }
  }

  /** The free session with the least to do; one that is at the question's domain already comes first among those. */
  #seatFor({ question }: Job): Seat | undefined {
    let best: Seat | undefined;
    let least = Infinity;
    for (const seat of this.#seats) {
      if (!seat.isFree) continue;
      const toDo = seat.underWay + (seat.conversation?.isAt(question) ? 0 : 0.5);
      if (toDo < least) [best, least] = [seat, toDo];
    }
    return best;
  }

  /** Whether a connection may be opened now; where only time is missing, the question is looked at again then. */
  #mayOpen(job: Job): boolean {
    if (this.#closing.signal.aborted) return false;
    const seats = [...this.#seats];
    if (seats.length >= this.#most) {
      // Who needs a new session need not wait until an idle one is given up.
      if (job.isAgain) seats.find(({ isIdle }) => isIdle)?.leave();
      return false;
    }
    const now = performance.now();
    const isServed = !job.isAgain && seats.some(({ isPromising }) => isPromising);
    const wait = Math.max(this.#changedAt + this.#options.paceMs - now, isServed ? job.since + PATIENCE_MS - now : 0);
    if (wait <= 0) return true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), Math.ceil(wait));
    return false;
  }

  /** Opens a session for a job, or for whoever comes next. */
  async #open(question: Question, job?: Job): Promise<void> {
    const seat = new Seat({ ...this.#options, ip: this.#ip, oneByOne: this.#isOneByOne, isKnownSteady: this.#isSteady }, this.#events);
    this.#seats.add(seat);
    this.#changedAt = performance.now();
    if (job) job.seat = seat;
    try {
      const conversation = seat.begin(await connect({ ...this.#options, address: this.#ip, signal: this.#closing.signal }));
      const evidence = await conversation.open(question);
      if (!evidence) return await this.#begin(seat, job);
      this.#notOpened(seat, job, (each) => ({ kind: 'ended', evidence: { ...evidence, host: each.question.host }, tookPart: conversation.tookPart }));
    } catch (error) {
      if (error instanceof ConnectError) {
        this.#notOpened(seat, job, () => ({ kind: 'ended', evidence: { outcome: 'unreachable' }, tookPart: false }));
      } else if (error instanceof SessionError) {
        this.#notOpened(seat, job, (each) => this.#unfinished({ ...each, seat }, error.code));
      } else {
        job?.fail(error);
      }
    }
    seat.leave();
  }

  /** Whoever it was opened for comes first, unless they have left. */
  async #begin(seat: Seat, job: Job | undefined): Promise<void> {
    seat.open();
    if (job && !job.isSettled()) return this.#askAt(seat, job);
    this.#next();
    seat.rest();
  }

  /** A session that is used up while recipients go on coming gets a successor, so that the next one need not wait for a greeting. */
  #follow(seat: Seat, question: Question): void {
    const isNeeded = seat.wantsFollower && ![...this.#seats].some((each) => each.isPromising) && this.#seats.size < this.#most;
    if (isNeeded && !this.isPaced && !this.#closing.signal.aborted) void this.#open(question);
  }

  /** Whoever waits would hear the same, unless the host serves other sessions: then it has as many as it wants. */
  #notOpened(seat: Seat, job: Job | undefined, answer: (job: Job) => Answer): void {
    if (!job) return;
    const others = [...this.#seats].filter((each) => each !== seat && each.isServing).length;
    if (others && !job.isAgain && !job.isSettled()) {
      this.#most = others;
      this.#queue.unshift(job);
      return;
    }
    for (const each of [job, ...(others ? [] : this.#queue.splice(0))]) each.settle(answer(each));
  }

  async #askAt(seat: Seat, job: Job): Promise<void> {
    const { conversation } = seat;
    if (!conversation) return;
    job.seat = seat;
    const isFirst = seat.asked === 0;
    seat.take();
    this.#follow(seat, job.question);
    try {
      const answer = await conversation.ask(job.question, (reply) => (job.accepted = reply));
      this.#isSteady ||= conversation.isSteady;
      const isForAnother = answer === 'again' || (!isFirst && answer.kind === 'replied' && isClosing(answer.reply));
      if (isForAnother && this.#askAgain(job)) return;
      job.settle(answer === 'again' ? this.#unfinished(job, 'dropped') : answer);
    } catch (error) {
      if (!(error instanceof SessionError)) return job.fail(error);
      // What the end of a shared session brought about says nothing of the recipient.
      const isForAnother = error.code === 'timed-out' ? error.isBehind : !isFirst && error.code !== 'aborted';
      const wasPipelined = error.code === 'garbled' && conversation.pipelines;
      this.#isOneByOne ||= wasPipelined;
      this.#isSteady &&= error.code !== 'garbled';
      if ((isForAnother || wasPipelined) && this.#askAgain(job)) return;
      job.settle(this.#unfinished(job, error.code));
    } finally {
      seat.give();
      this.#follow(seat, job.question);
      this.#next();
      seat.rest();
    }
  }

  /** Asks once more, in a new session. `false` where that has been done already, or nobody wants to know. */
  #askAgain(job: Job): boolean {
    if (job.isAgain || job.isSettled() || this.#closing.signal.aborted) return job.isSettled();
    job.isAgain = true;
    job.accepted = undefined;
    job.seat = undefined;
    this.#queue.unshift(job);
    return true;
  }

  /** What is known of a question that gets no further answer. */
  #unfinished({ question, seat, accepted }: Pick<Job, 'question' | 'seat' | 'accepted'>, outcome: SessionError['code']): Answer {
    const conversation = seat?.conversation;
    const about = conversation?.about(question) ?? { host: question.host, ip: this.#ip, startTls: undefined };
    if (accepted && outcome !== 'garbled') return { kind: 'replied', about, reply: accepted };
    const evidence = outcome === 'aborted' ? { outcome } : { ...about, outcome };
    return { kind: 'ended', evidence, tookPart: conversation?.tookPart ?? false };
  }
}
