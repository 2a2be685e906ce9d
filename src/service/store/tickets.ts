import { StoreError } from './errors.js';
import type { Claim, KeyRecord, Ticket } from './interfaces/accounts.js';

/** Reservation of a call in progress. */
export interface ReservedCall {
  readonly key: KeyRecord;
  readonly claim: Claim;
}

/** The sum of amounts of credits. */
export const sumOf = (credits: readonly number[]): number => credits.reduce((sum, each) => sum + each, 0);

/** The calls in progress that one process has tickets for: each is settled or released once. */
export class Tickets {
  readonly #open = new Map<number, ReservedCall>();
  readonly #settling = new Set<number>();
  #lastId = 0;

  /** The highest id given so far. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The ids of all that are open. */
  get ids(): number[] {
    return [...this.#open.keys()];
  }

  open(held: ReservedCall): Ticket {
    const id = ++this.#lastId;
    this.#open.set(id, held);
    return { id };
  }

  /**
   * Marks a ticket as being settled, so that nothing else can settle or release it. Call {@link close} when it is done.
   * @throws StoreError `bad-ticket` if it was settled or released before, or if the charge is above what was claimed.
   */
  beginSettling({ id }: Ticket, credits: number): ReservedCall {
    const held = this.#open.get(id);
    if (!held || this.#settling.has(id))
      throw new StoreError('bad-ticket', 'This call was settled or released before: settle each ticket once.');
    if (!Number.isInteger(credits) || credits < 0 || credits > held.claim.credits)
      throw new StoreError(
        'bad-ticket',
        `Invalid charge: ${credits}. Settle with a whole number from 0 to the ${held.claim.credits} credits reserved.`,
      );
    this.#settling.add(id);
    return held;
  }

  /**
   * Opens a ticket for each of these parts of a ticket's credits; the ticket keeps the rest, and all limits.
   * @throws StoreError `bad-ticket` if it was settled or released before, or if its claim has fewer credits.
   */
  split({ id }: Ticket, credits: readonly number[]): Ticket[] {
    const held = this.#open.get(id);
    const rest = (held?.claim.credits ?? 0) - sumOf(credits);
    if (!held || this.#settling.has(id) || rest < 0)
      throw new StoreError('bad-ticket', 'This call has ended, or has fewer credits reserved than its parts.');
    this.#open.set(id, { ...held, claim: { ...held.claim, credits: rest } });
    return credits.map((each) => this.open({ key: held.key, claim: { credits: each, concurrency: [] } }));
  }

  /** Ends a ticket and returns its reservation; `undefined` if it ended before. */
  close({ id }: Ticket): ReservedCall | undefined {
    const held = this.#open.get(id);
    this.#open.delete(id);
    this.#settling.delete(id);
    return held;
  }

  /**
   * Like {@link close}, but leaves a call that is settling alone: the call keeps its reservation until the charge is
   * written.
   */
  release(ticket: Ticket): ReservedCall | undefined {
    return this.#settling.has(ticket.id) ? undefined : this.close(ticket);
  }
}
