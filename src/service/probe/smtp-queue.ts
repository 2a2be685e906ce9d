import type { ReplyLines } from './reply.js';
import type { Answer, MailboxQuestion } from './smtp-question.js';
import type { PooledConnection } from './pooled-connection.js';

/** A question on its way through a pool. */
export interface Job {
  readonly question: MailboxQuestion;
  readonly since: number;
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
  readonly isSettled: () => boolean;
  /** The host that is asked, and what was said about the mailbox already, for a caller who leaves before the rest. */
  connection?: PooledConnection | undefined;
  replySoFar?: ReplyLines | undefined;
  /** Asked before in a session that came to nothing: the next one it has to itself first. */
  isRetry?: boolean;
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
