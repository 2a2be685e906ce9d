import type { ConnectOptions } from '../net/connect.js';
import { ConnectError } from '../net/connect-error.js';
import { answerWithout, isCausedByAnother } from './job-answers.js';
import type { MailManners } from './manners/mail-manners.js';
import { notAskedAt } from './manners/not-asked.js';
import { meetsLimit, unreachable, type Answer, type MailboxQuestion } from './smtp-question.js';
import { Job, JobQueue } from './smtp-queue.js';
import { PooledConnection, type ConnectionEvents, type PooledConnectionOptions } from './pooled-connection.js';
import { SessionError } from './smtp-session.js';

export interface HostPoolOptions
  extends Omit<ConnectOptions, 'address' | 'signal'>, Omit<PooledConnectionOptions, 'ip' | 'oneByOne' | 'greetsOnce'> {
  /** Connections to one address at most. */
  readonly connections: number;
  /** Between a connection's opening or end and the opening of the next to the same address, in milliseconds. */
  readonly paceMs: number;
  /** Milliseconds for which a host that refused a further connection is offered none beyond those that it serves. */
  readonly reducedLimitMs: number;
  /** Whether a host may be asked, by what it answered before. */
  readonly manners: Pick<MailManners, 'before' | 'isFree' | 'heard'>;
}

/** Milliseconds that a question waits for a busy session before a further connection is opened for it. */
const BUSY_WAIT_MS = 500;

/** All questions to one address: a bounded number of connections, and a queue for them that each question leaves in its own time. */
export class HostPool {
  readonly #ip: string;
  readonly #options: HostPoolOptions;
  readonly #events: ConnectionEvents;
  readonly #connections = new Set<PooledConnection>();
  readonly #queue = new JobQueue();
  readonly #closing = new AbortController();
  /** The number of connections that the host served when it refused another. */
  #reducedLimit: { readonly connections: number; readonly until: number } | undefined;
  /** Time at which a connection was last opened or lost: the host may notice that a little later. */
  #changedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #timerDue = Infinity;
  /** A host that was out of step when it pipelined is asked one by one. */
  #isOneByOne = false;
  /** So is one that took no second greeting, and it is greeted once. */
  #greetsOnce = false;

  /** `onGone` of the events is called for each closed connection. */
  constructor(ip: string, options: HostPoolOptions, events: ConnectionEvents) {
    this.#ip = ip;
    this.#options = options;
    this.#events = {
      ...events,
      onGone: (connection) => {
        this.#connections.delete(connection);
        this.#changedAt = performance.now();
        this.#next();
        events.onGone(connection);
      },
    };
  }

  /** Whether no connection and no question is left. */
  get isUnused(): boolean {
    return !this.#connections.size && !this.#queue.length;
  }

  /** A connection opened now would come too soon after the last. */
  get isTooSoon(): boolean {
    return performance.now() < this.#changedAt + this.#options.paceMs;
  }

  /** The host's answer, or what there is of it when the question's signal fires. */
  ask(question: MailboxQuestion): Promise<Answer> {
    const job = new Job(question, () => {
      this.#queue.remove(job);
      job.settle(answerWithout(this.#ip, job, 'timed-out'));
      job.connection?.cancelReservation(question);
      this.#abortUnused();
      this.#next();
    });
    if (question.signal.aborted) job.settle(answerWithout(this.#ip, job, 'timed-out'));
    else if (this.#closing.signal.aborted) job.settle(answerWithout(this.#ip, job, 'aborted'));
    else {
      this.#queue.add(job);
      this.#next();
    }
    return job.answer;
  }

  /** Ends every session. Later questions have no result. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    for (const job of this.#queue.takeAll()) job.settle(answerWithout(this.#ip, job, 'aborted'));
    for (const connection of this.#connections) connection.abort();
  }

  /** Ends sessions for which no one waits, and connections in progress that would not be used. */
  #abortUnused(): void {
    for (const each of this.#connections)
      if (!each.isReserved && (each.inProgress || (!each.isOpen && !this.#queue.length))) each.abort();
  }

  /** Gives questions to sessions for as long as there are both. A question that waits for a new session does not keep others from the existing ones. */
  #next(): void {
    let at = 0;
    for (let job = this.#queue.jobAt(at); job; job = this.#queue.jobAt(at)) {
      const leave = this.#options.manners.before(this.#ip, job.question);
      if (typeof leave === 'object') {
        this.#queue.remove(job);
        job.settle({ kind: 'ended', evidence: notAskedAt(leave), tookPart: false });
        continue;
      }
      if (leave === 'one-by-one' && this.#isBusy) return;
      const connection = job.isRetry ? undefined : this.#freeConnection();
      if (!connection && !this.#mayOpen(job)) {
        if (!job.isRetry) return;
        at += 1;
        continue;
      }
      this.#queue.remove(job);
      if (connection) void this.#askAt(connection, job);
      else void this.#open(job.question, job);
    }
  }

  /** A question is being answered, or a connection opened for one. */
  get #isBusy(): boolean {
    return [...this.#connections].some((each) => each.inProgress || !each.isOpen);
  }

  /** The session with the least to do. */
  #freeConnection(): PooledConnection | undefined {
    let best: PooledConnection | undefined;
    for (const connection of this.#connections) {
      if (connection.isFree && (!best || connection.inProgress < best.inProgress)) best = connection;
    }
    return best;
  }

  get #connectionLimit(): number {
    const { connections } = this.#options;
    return this.#reducedLimit && performance.now() < this.#reducedLimit.until
      ? Math.min(this.#reducedLimit.connections, connections)
      : connections;
  }

  /** Whether a connection may be opened now; if it is only too early, the question is looked at again then. */
  #mayOpen(job: Job): boolean {
    if (this.#closing.signal.aborted) return false;
    const open = [...this.#connections];
    if (open.length >= this.#connectionLimit) {
      // A question that needs a new session need not wait until an idle one is given up.
      if (job.isRetry) open.find(({ isIdle }) => isIdle)?.retire();
      return false;
    }
    const now = performance.now();
    const isServed = !job.isRetry && open.some(({ willBeFree }) => willBeFree);
    const due = Math.max(this.#changedAt + this.#options.paceMs, isServed ? job.since + BUSY_WAIT_MS : 0);
    if (due <= now) return true;
    this.#wakeAt(due);
    return false;
  }

  #wakeAt(due: number): void {
    if (due >= this.#timerDue) return;
    clearTimeout(this.#timer);
    this.#timerDue = due;
    const wake = () => {
      this.#timerDue = Infinity;
      this.#next();
    };
    this.#timer = setTimeout(wake, Math.ceil(due - performance.now()));
  }

  /** Opens a session for a job, or for the next one. */
  async #open(question: MailboxQuestion, job?: Job): Promise<void> {
    const options = { ...this.#options, ip: this.#ip, oneByOne: this.#isOneByOne, greetsOnce: this.#greetsOnce };
    const connection = new PooledConnection(options, this.#events);
    connection.reserve(question);
    this.#connections.add(connection);
    this.#changedAt = performance.now();
    if (job) job.connection = connection;
    try {
      const conversation = connection.begin(
        await this.#options.connect({ ...this.#options, address: this.#ip, signal: connection.signal }),
      );
      const evidence = await conversation.open(question);
      if (!evidence) return await this.#begin(connection, job);
      this.#failedToOpen(connection, job, (each) => ({
        kind: 'ended',
        evidence: { ...evidence, host: each.question.host },
        tookPart: conversation.tookPart,
      }));
    } catch (error) {
      if (connection.signal.aborted) {
        job?.settle(answerWithout(this.#ip, { ...job, connection }, 'aborted'));
      } else if (error instanceof ConnectError) {
        this.#failedToOpen(connection, job, () => ({ kind: 'ended', evidence: unreachable(error), tookPart: false }));
      } else if (error instanceof SessionError) {
        this.#failedToOpen(connection, job, (each) => answerWithout(this.#ip, { ...each, connection }, error.code));
      } else {
        job?.fail(error);
      }
    }
    connection.retire();
  }

  /** The job that it was opened for comes first, unless it has ended. */
  async #begin(connection: PooledConnection, job: Job | undefined): Promise<void> {
    connection.open();
    if (job && !job.isSettled) return this.#askAt(connection, job);
    connection.idle();
    this.#next();
  }

  /** A session that is used up while recipients go on coming gets a successor, so that the next one need not wait for a greeting. */
  #openSuccessor(connection: PooledConnection, question: MailboxQuestion): void {
    const isServed = [...this.#connections].some(({ willBeFree }) => willBeFree);
    if (!connection.needsSuccessor || isServed || this.#connections.size >= this.#connectionLimit) return;
    if (this.isTooSoon || this.#closing.signal.aborted || !this.#options.manners.isFree(this.#ip)) return;
    void this.#open(question);
  }

  /** Waiting jobs would get the same answer, unless the host serves other sessions: then it has as many as it wants. */
  #failedToOpen(connection: PooledConnection, job: Job | undefined, answer: (job: Job) => Answer): void {
    if (!job) return;
    const others = [...this.#connections].filter((each) => each !== connection && each.isServing).length;
    if (others && !job.isRetry && !job.isSettled) {
      this.#reducedLimit = { connections: others, until: performance.now() + this.#options.reducedLimitMs };
      this.#queue.addFirst(job);
      return;
    }
    if (!others) this.#options.manners.heard(this.#ip, job.question, answer(job));
    for (const each of [job, ...(others ? [] : this.#queue.takeAll())]) each.settle(answer(each));
  }

  async #askAt(connection: PooledConnection, job: Job): Promise<void> {
    const { conversation } = connection;
    if (!conversation) return;
    job.connection = connection;
    const isFirst = connection.asked === 0;
    connection.take(job.question);
    this.#openSuccessor(connection, job.question);
    try {
      const answer = await conversation.ask(job.question, (reply) => (job.replySoFar = reply));
      const isLimit = meetsLimit(answer);
      if (isLimit) connection.retire();
      if (!isFirst && isLimit && this.#retry(job)) return;
      this.#options.manners.heard(this.#ip, job.question, answer);
      job.settle(answer);
    } catch (error) {
      if (!(error instanceof SessionError)) return job.fail(error);
      const isOtherWay = error.code === 'garbled' && (conversation.pipelines || conversation.refusesSecondGreeting);
      this.#isOneByOne ||= isOtherWay;
      if ((isOtherWay || isCausedByAnother(error, job, isFirst)) && this.#retry(job)) return;
      job.settle(answerWithout(this.#ip, job, error.code));
    } finally {
      if (conversation.refusesSecondGreeting) this.#greetsOnce = this.#isOneByOne = true;
      connection.finish(job.question);
      this.#openSuccessor(connection, job.question);
      connection.idle();
      this.#next();
    }
  }

  /** Asks once more, in a new session. `false` if that has been done already, or no one waits for it. */
  #retry(job: Job): boolean {
    if (job.isRetry || job.isSettled || this.#closing.signal.aborted) return job.isSettled;
    job.isRetry = true;
    job.replySoFar = undefined;
    job.connection = undefined;
    this.#queue.addFirst(job);
    return true;
  }
}
