import type { Admitted, Claim, KeyRecord, Ticket } from '../interfaces/accounts.js';
import { Tickets, type ReservedCall } from '../tickets.js';

/** Amounts by name. A name whose amount is back at zero takes no memory. */
class Reservations {
  readonly #amounts = new Map<string, number>();

  of(name: string): number {
    return this.#amounts.get(name) ?? 0;
  }

  add(name: string, amount: number): void {
    const sum = this.of(name) + amount;
    if (sum === 0) this.#amounts.delete(name);
    else this.#amounts.set(name, sum);
  }
}

const creditsName = (accountId: number) => `credits ${accountId}`;
const concurrencyName = (keyId: number, name: string) => `concurrency ${keyId} ${name}`;
const dailyName = (keyId: number, day: string, network: string) => `daily ${keyId} ${day} ${network}`;

/**
 * Credits and slots reserved by calls in progress. In memory only: after a crash the call was not answered, so it costs nothing.
 */
export class Claims {
  readonly #reservations = new Reservations();
  readonly #tickets = new Tickets();

  /** Reserves all of the claim, or returns the first part that is exhausted. `answered` returns a counter's settled calls of the claim's day. */
  reserve(
    key: KeyRecord,
    claim: Claim,
    kept: { balance: number; answered: (counter: string) => number },
  ): Ticket | Extract<Admitted<never>, { outcome: 'short' }>['limitKind'] {
    const { credits, concurrency, daily } = claim;
    const full = daily?.counts.find(
      ({ counter, limit }) =>
        kept.answered(counter) + this.#reservations.of(dailyName(key.id, daily.day, counter)) >= limit,
    );
    if (full) return full.limitKind;
    if (kept.balance - this.#reservations.of(creditsName(key.accountId)) < credits) return 'credits';
    if (concurrency.some(({ name, limit }) => this.#reservations.of(concurrencyName(key.id, name)) >= limit))
      return 'concurrency';
    this.#count({ key, claim }, 1);
    return this.#tickets.open({ key, claim });
  }

  /** Credits of an account that calls in progress have reserved. */
  creditsOf(accountId: number): number {
    return this.#reservations.of(creditsName(accountId));
  }

  /** Like {@link Tickets.beginSettling}. Call {@link free} when the charge is written. */
  beginSettling(ticket: Ticket, credits: number): ReservedCall {
    return this.#tickets.beginSettling(ticket, credits);
  }

  /** Like {@link Tickets.split}. What is reserved stays the same. */
  split(ticket: Ticket, credits: readonly number[]): Ticket[] {
    return this.#tickets.split(ticket, credits);
  }

  /** Releases the reservation of a settled call. */
  free(ticket: Ticket): void {
    this.#giveBack(this.#tickets.close(ticket));
  }

  /** Releases the reservation of an unanswered call; a call that is settling keeps it until the charge is written. */
  release(ticket: Ticket): void {
    this.#giveBack(this.#tickets.release(ticket));
  }

  #giveBack(held: ReservedCall | undefined): void {
    if (held) this.#count(held, -1);
  }

  #count({ key, claim: { credits, concurrency, daily } }: ReservedCall, sign: 1 | -1): void {
    this.#reservations.add(creditsName(key.accountId), sign * credits);
    for (const { name } of concurrency) this.#reservations.add(concurrencyName(key.id, name), sign);
    for (const { counter } of daily?.counts ?? [])
      this.#reservations.add(dailyName(key.id, daily?.day ?? '', counter), sign);
  }
}
