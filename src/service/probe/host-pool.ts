import type { ConnectOptions } from '../net/connect.js';
import { ConnectError } from '../net/connect-error.js';
import { readableReply } from './reply.js';
import { addressesNamedIn, isOfTheSession, isPositive, isRefusal } from './reply-signs.js';
import { meetsLimit, addressOf, unreachable, type Answer, type MailboxQuestion } from './smtp-question.js';
import { JobQueue, type Job } from './smtp-queue.js';
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
    return new Promise((resolve, reject) => {
      const { signal } = question;
      let isSettled = false;
      const settled = () => {
        isSettled = true;
        signal.removeEventListener('abort', onAbort);
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
      const onAbort = () => {
        this.#queue.remove(job);
        job.settle(this.#answerWithout(job, 'timed-out'));
        job.connection?.cancelReservation(question);
        this.#abortUnused();
        this.#next();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) return onAbort();
      if (this.#closing.signal.aborted) return job.settle(this.#answerWithout(job, 'aborted'));
      this.#queue.add(job);
      this.#next();
    });
  }

  /** Ends every session. Later questions have no result. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    for (const job of this.#queue.takeAll()) job.settle(this.#answerWithout(job, 'aborted'));
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
        job?.settle(this.#answerWithout({ ...job, connection }, 'aborted'));
      } else if (error instanceof ConnectError) {
        this.#failedToOpen(connection, job, () => ({ kind: 'ended', evidence: unreachable(error), tookPart: false }));
      } else if (error instanceof SessionError) {
        this.#failedToOpen(connection, job, (each) => this.#answerWithout({ ...each, connection }, error.code));
      } else {
        job?.fail(error);
      }
    }
    connection.retire();
  }

  /** The job that it was opened for comes first, unless it has ended. */
  async #begin(connection: PooledConnection, job: Job | undefined): Promise<void> {
    connection.open();
    if (job && !job.isSettled()) return this.#askAt(connection, job);
    connection.idle();
    this.#next();
  }

  /** A session that is used up while recipients go on coming gets a successor, so that the next one need not wait for a greeting. */
  #openSuccessor(connection: PooledConnection, question: MailboxQuestion): void {
    const isServed = [...this.#connections].some(({ willBeFree }) => willBeFree);
    if (!connection.needsSuccessor || isServed || this.#connections.size >= this.#connectionLimit) return;
    if (!this.isTooSoon && !this.#closing.signal.aborted) void this.#open(question);
  }

  /** Waiting jobs would get the same answer, unless the host serves other sessions: then it has as many as it wants. */
  #failedToOpen(connection: PooledConnection, job: Job | undefined, answer: (job: Job) => Answer): void {
    if (!job) return;
    const others = [...this.#connections].filter((each) => each !== connection && each.isServing).length;
    if (others && !job.isRetry && !job.isSettled()) {
      this.#reducedLimit = { connections: others, until: performance.now() + this.#options.reducedLimitMs };
      this.#queue.addFirst(job);
      return;
    }
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
      if (!isFirst && meetsLimit(answer) && this.#retry(job)) connection.retire();
      else job.settle(answer);
    } catch (error) {
      if (!(error instanceof SessionError)) return job.fail(error);
      const isOtherWay = error.code === 'garbled' && (conversation.pipelines || conversation.refusesSecondGreeting);
      this.#isOneByOne ||= isOtherWay;
      if ((isOtherWay || this.#isCausedByAnother(error, job, isFirst)) && this.#retry(job)) return;
      job.settle(this.#answerWithout(job, error.code));
    } finally {
      if (conversation.refusesSecondGreeting) this.#greetsOnce = this.#isOneByOne = true;
      connection.finish(job.question);
      this.#openSuccessor(connection, job.question);
      connection.idle();
      this.#next();
    }
  }

  /** The failure of a shared session tells nothing about the recipient, unless the recipient's refusal was heard. */
  #isCausedByAnother({ code, isBehind }: SessionError, { replySoFar }: Job, isFirst: boolean): boolean {
    if (code === 'timed-out') return isBehind;
    if (code === 'dropped' && replySoFar && isRefusal(replySoFar) && !isOfTheSession(readableReply(replySoFar)))
      return false;
    return !isFirst && code !== 'aborted';
  }

  /** Asks once more, in a new session. `false` if that has been done already, or no one waits for it. */
  #retry(job: Job): boolean {
    if (job.isRetry || job.isSettled() || this.#closing.signal.aborted) return job.isSettled();
    job.isRetry = true;
    job.replySoFar = undefined;
    job.connection = undefined;
    this.#queue.addFirst(job);
    return true;
  }

  /** Returns the result of a question that gets no further answer. */
  #answerWithout(
    { question, connection, replySoFar }: Pick<Job, 'question' | 'connection' | 'replySoFar'>,
    outcome: SessionError['code'],
  ): Answer {
    const conversation = connection?.conversation;
    const about = conversation?.about(question) ?? { host: question.host, ip: this.#ip, startTls: undefined };
    // If the host neither hung up nor said which command it meant, its answer may still be on its way, and this reply belongs to an earlier command.
    const isAnswer =
      replySoFar &&
      (outcome === 'dropped' || isPositive(replySoFar) || addressesNamedIn(replySoFar).includes(addressOf(question)));
    if (isAnswer && outcome !== 'garbled') return { kind: 'replied', about, reply: replySoFar, isUnended: true };
    const evidence = outcome === 'aborted' ? { outcome } : { ...about, outcome };
    return { kind: 'ended', evidence, tookPart: conversation?.tookPart ?? false };
  }
}
