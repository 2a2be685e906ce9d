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
 * What calls under way have set aside. It lives in memory alone: a call that a crash cuts off was never answered, so it
 * costs nothing and leaves nothing behind.
 */
export class Claims {
  readonly #tally = new Tally();
  readonly #tickets = new Tickets();

  /** Takes the claim whole, or names the first part that cannot be had. `answered` tells a network's settled calls of the claim's day. */
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

  /** Credits of an account that calls under way have set aside. */
  creditsOf(accountId: number): number {
    return this.#tally.of(creditsName(accountId));
  }

  /** As {@link Tickets.settling}. Call {@link free} when it is done. */
  settling(ticket: Ticket, credits: number): OpenTicket {
    return this.#tickets.settling(ticket, credits);
  }

  /** Gives back what a settled call held. */
  free(ticket: Ticket): void {
    this.#giveBack(this.#tickets.close(ticket));
  }

  /** Gives back what an unanswered call held; a call that is settling keeps it until the charge is written. */
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
