import { setTimeout as sleep } from 'node:timers/promises';
import { yieldToEventLoop } from '../../../timing/index.js';

interface PendingPiece<Piece, Outcome> {
  readonly piece: Piece;
  /** Time at which the piece is given up if the database does not answer, on the clock of `performance.now()`. */
  readonly until: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

/** Writes pieces of one kind. */
export interface BatchWriter<Piece, Outcome> {
  /** Returns the account of a piece. An account held by others does not delay the pieces of other accounts. */
  readonly accountOf: (piece: Piece) => number;
  /**
   * Writes a batch in one round trip. Returns one outcome for each piece, in order; `undefined` if the account is locked, and the piece must
   * be written again with `isPatient`. A patient batch has pieces of one account, waits for its lock, and returns outcomes for all of them.
   * If it rejects, the batch can safely be written again: nothing is stored twice.
   */
  readonly write: (pieces: readonly Piece[], isPatient: boolean) => Promise<readonly (Outcome | undefined)[]>;
  /** Whether an error of `write` is temporary, such as a server that restarts. */
  readonly isTemporary: (error: unknown) => boolean;
  /** Milliseconds for which a piece is tried again after a temporary error. */
  readonly retryMs: number;
}

const SERVER_RETRY_DELAY_MS = 100;

/**
 * Maximum number of pieces in a batch. Each account of a batch may take an advisory lock, and all sessions of the server share one lock
 * table of a fixed size.
 */
const MOST_PIECES = 200;

/** Writes one batch at a time: pieces that arrive meanwhile go into the next. */
class BatchQueue<Piece, Outcome> {
  readonly #writer: BatchWriter<Piece, Outcome>;
  /** Takes the pieces that must be asked for patiently; absent for a queue that is patient itself. */
  readonly #deferToPatient: ((waiting: PendingPiece<Piece, Outcome>) => void) | undefined;
  #waiting: PendingPiece<Piece, Outcome>[] = [];
  #isRunning = false;

  constructor(writer: BatchWriter<Piece, Outcome>, deferToPatient?: (waiting: PendingPiece<Piece, Outcome>) => void) {
    this.#writer = writer;
    this.#deferToPatient = deferToPatient;
  }

  get isIdle(): boolean {
    return !this.#isRunning;
  }

  /** Resolves when the queue is empty if this piece started it, otherwise at once. */
  async push(waiting: PendingPiece<Piece, Outcome>): Promise<void> {
    this.#waiting.push(waiting);
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      // All that arrives in this turn of the event loop shares the batch.
      await yieldToEventLoop();
      await this.#write(this.#waiting.splice(0, MOST_PIECES));
    }
    this.#isRunning = false;
  }

  async #write(batch: readonly PendingPiece<Piece, Outcome>[]): Promise<void> {
    const { write, isTemporary } = this.#writer;
    try {
      const outcomes = await write(
        batch.map(({ piece }) => piece),
        !this.#deferToPatient,
      );
      batch.forEach((waiting, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined) waiting.resolve(outcome);
        else if (this.#deferToPatient) this.#deferToPatient(waiting);
        else waiting.reject(new Error('The database gave no outcome.'));
      });
    } catch (error) {
      if (isTemporary(error)) await this.#waitAfter(error, batch);
      else if (batch.length === 1) batch[0]?.reject(error);
      // One piece that cannot be written must not block the others.
      else for (const waiting of batch) await this.#write([waiting]);
    }
  }

  async #waitAfter(error: unknown, batch: readonly PendingPiece<Piece, Outcome>[]): Promise<void> {
    const now = performance.now();
    const again = batch.filter(({ until, reject }) => until > now || void reject(error));
    if (again.length === 0) return;
    await sleep(SERVER_RETRY_DELAY_MS);
    this.#waiting.unshift(...again);
  }
}

/**
 * Gathers pieces of work that arrive together into batches, since a round trip and a durable commit cost the same for many as
 * for one. Pieces of an account that others hold wait in a line of their own.
 */
export class Batches<Piece, Outcome> {
  readonly #writer: BatchWriter<Piece, Outcome>;
  readonly #quick: BatchQueue<Piece, Outcome>;
  readonly #patient = new Map<number, BatchQueue<Piece, Outcome>>();
  readonly #open = new Set<Promise<Outcome>>();

  constructor(writer: BatchWriter<Piece, Outcome>) {
    this.#writer = writer;
    this.#quick = new BatchQueue(writer, (waiting) => this.#wait(waiting));
  }

  /** Resolves when the piece is written; rejects if it cannot be written. */
  async add(piece: Piece): Promise<Outcome> {
    const until = performance.now() + this.#writer.retryMs;
    const written = new Promise<Outcome>((resolve, reject) => {
      const waiting = { piece, until, resolve, reject };
      // The account has a queue of its own as long as it is locked. A quick batch would only meet the same lock.
      if (this.#patient.has(this.#writer.accountOf(piece))) this.#wait(waiting);
      else void this.#quick.push(waiting);
    });
    this.#open.add(written);
    try {
      return await written;
    } finally {
      this.#open.delete(written);
    }
  }

  /** Resolves when all that was added is written or given up. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  #wait(waiting: PendingPiece<Piece, Outcome>): void {
    const account = this.#writer.accountOf(waiting.piece);
    const line = this.#patient.get(account) ?? new BatchQueue(this.#writer);
    this.#patient.set(account, line);
    void line.push(waiting).then(() => {
      if (line.isIdle && this.#patient.get(account) === line) this.#patient.delete(account);
    });
  }
}
