import type { ReplyLines } from './reply.js';
import type { Answer, MailboxQuestion } from './smtp-question.js';
import type { PooledConnection } from './pooled-connection.js';

/** A question on its way through a pool. */
export class Job {
  readonly question: MailboxQuestion;
  /** Settles once, with the host's answer, or what there is of it when the question's signal fires. */
  readonly answer: Promise<Answer>;
  readonly since = performance.now();
  /** The host that is asked, and what was said about the mailbox already, for a caller who leaves before the rest. */
  connection: PooledConnection | undefined;
  replySoFar: ReplyLines | undefined;
  /** Asked before in a session that came to nothing: the next one it has to itself first. */
  isRetry = false;
  #isSettled = false;
  readonly #onAbort: () => void;
  #resolve: (answer: Answer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  /** `onAbort` is called when the question's signal fires before it is settled. */
  constructor(question: MailboxQuestion, onAbort: () => void) {
    this.question = question;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#onAbort = onAbort;
    question.signal.addEventListener('abort', onAbort, { once: true });
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  settle(answer: Answer): void {
    this.#end();
    this.#resolve(answer);
  }

  fail(error: unknown): void {
    this.#end();
    this.#reject(error instanceof Error ? error : new Error('A probe failed.', { cause: error }));
  }

  #end(): void {
    this.#isSettled = true;
    this.question.signal.removeEventListener('abort', this.#onAbort);
  }
}

/** Questions that wait for a session: first come, first served, and the patient ones after all others. */
export class JobQueue {
  readonly #urgent: Job[] = [];
  readonly #patient: Job[] = [];

  get length(): number {
    return this.#urgent.length + this.#patient.length;
  }

  jobAt(place: number): Job | undefined {
    return place < this.#urgent.length ? this.#urgent[place] : this.#patient[place - this.#urgent.length];
  }

  add(job: Job): void {
    this.#queueOf(job).push(job);
  }

  /** Adds a question that has waited already in front of the others. */
  addFirst(job: Job): void {
    this.#queueOf(job).unshift(job);
  }

  remove(job: Job): void {
    const side = this.#queueOf(job);
    const at = side.indexOf(job);
    if (at >= 0) side.splice(at, 1);
  }

  /** Removes and returns all questions. */
  takeAll(): Job[] {
    return [...this.#urgent.splice(0), ...this.#patient.splice(0)];
  }

  #queueOf({ question }: Job): Job[] {
    return question.isPatient ? this.#patient : this.#urgent;
  }
}
