import type { Admitted, Claim, KeyRecord, Ticket } from '../port/accounts.js';
import { Tickets, type OpenTicket } from '../tickets.js';

/** Amounts by name. A name whose amount is back at zero takes no memory. */
class Tally {
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
const laneName = (keyId: number, lane: string) => `lane ${keyId} ${lane}`;
const dailyName = (keyId: number, day: string, network: string) => `daily ${keyId} ${day} ${network}`;

/**
 * Credits and slots reserved by calls in progress. In memory only: after a crash the call was not answered, so it costs nothing.
 */
export class Claims {
  readonly #tally = new Tally();
  readonly #tickets = new Tickets();

  /** Reserves all of the claim, or returns the first part that is exhausted. `answered` counts a network's settled calls of the claim's day. */
  take(
    key: KeyRecord,
    claim: Claim,
    kept: { balance: number; answered: (network: string) => number },
  ): Ticket | Extract<Admitted<never>, { outcome: 'short' }>['of'] {
    const { credits, lanes, daily } = claim;
    const full = daily?.counts.find(
      ({ network, limit }) => kept.answered(network) + this.#tally.of(dailyName(key.id, daily.day, network)) >= limit,
    );
    if (full) return full.of;
    if (kept.balance - this.#tally.of(creditsName(key.accountId)) < credits) return 'credits';
    if (lanes.some(({ name, limit }) => this.#tally.of(laneName(key.id, name)) >= limit)) return 'lane';
    this.#count({ key, claim }, 1);
    return this.#tickets.open({ key, claim });
  }

  /** Credits of an account that calls in progress have reserved. */
  creditsOf(accountId: number): number {
    return this.#tally.of(creditsName(accountId));
  }

  /** As {@link Tickets.settling}. Call {@link free} when it is done. */
  settling(ticket: Ticket, credits: number): OpenTicket {
    return this.#tickets.settling(ticket, credits);
  }

  /** Releases the reservation of a settled call. */
  free(ticket: Ticket): void {
    this.#giveBack(this.#tickets.close(ticket));
  }

  /** Releases the reservation of an unanswered call; a call that is settling keeps it until the charge is written. */
  release(ticket: Ticket): void {
    this.#giveBack(this.#tickets.release(ticket));
  }

  #giveBack(held: OpenTicket | undefined): void {
    if (held) this.#count(held, -1);
  }

  #count({ key, claim: { credits, lanes, daily } }: OpenTicket, sign: 1 | -1): void {
    this.#tally.add(creditsName(key.accountId), sign * credits);
    for (const { name } of lanes) this.#tally.add(laneName(key.id, name), sign);
    for (const { network } of daily?.counts ?? []) this.#tally.add(dailyName(key.id, daily?.day ?? '', network), sign);
  }
}
