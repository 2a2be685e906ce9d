import { StoreError } from './errors.js';
import type { Claim, KeyRecord, Ticket } from './port.js';

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

interface OpenClaim {
  readonly key: KeyRecord;
  readonly claim: Claim;
  isSettling: boolean;
}

const creditsName = (accountId: number) => `credits ${accountId}`;
const laneName = (keyId: number, lane: string) => `lane ${keyId} ${lane}`;
const dailyName = (keyId: number, { day, network }: NonNullable<Claim['daily']>) => `daily ${keyId} ${day} ${network}`;

/**
 * What calls under way have set aside. It lives in memory alone: a call that a crash cuts off was never answered, so it
 * costs nothing and leaves nothing behind.
 */
export class Claims {
  readonly #tally = new Tally();
  readonly #open = new Map<number, OpenClaim>();
  #lastId = 0;

  /** Takes the claim whole, or names the first part that cannot be had. */
  take(key: KeyRecord, claim: Claim, kept: { balance: number; answeredToday: number }): Ticket | 'day' | 'credits' | 'lane' {
    const { credits, lanes, daily } = claim;
    if (daily && kept.answeredToday + this.#tally.of(dailyName(key.id, daily)) >= daily.limit) return 'day';
    if (kept.balance - this.#tally.of(creditsName(key.accountId)) < credits) return 'credits';
    if (lanes.some(({ name, limit }) => this.#tally.of(laneName(key.id, name)) >= limit)) return 'lane';
    const ticket = { id: ++this.#lastId };
    this.#open.set(ticket.id, { key, claim, isSettling: false });
    this.#count(key, claim, 1);
    return ticket;
  }

  /**
   * Marks the claim as being settled, so that nothing else can settle or release it. Call {@link free} when it is done.
   * @throws StoreError `bad-ticket`, where it was settled or released before or the charge is above what was claimed.
   */
  settling(ticket: Ticket, credits: number): { readonly key: KeyRecord; readonly claim: Claim } {
    const open = this.#open.get(ticket.id);
    if (!open || open.isSettling) throw new StoreError('bad-ticket', 'This call was settled or released before: settle each ticket once.');
    if (!Number.isInteger(credits) || credits < 0 || credits > open.claim.credits)
      throw new StoreError('bad-ticket', `A charge of ${credits} does not fit the ${open.claim.credits} credits claimed for it.`);
    open.isSettling = true;
    return open;
  }

  /** Gives back what a settled call held. */
  free(ticket: Ticket): void {
    const open = this.#open.get(ticket.id);
    if (!open) return;
    this.#open.delete(ticket.id);
    this.#count(open.key, open.claim, -1);
  }

  /** Gives back what an unanswered call held; a call that is settling keeps it until the charge is written. */
  release(ticket: Ticket): void {
    if (!this.#open.get(ticket.id)?.isSettling) this.free(ticket);
  }

  #count(key: KeyRecord, { credits, lanes, daily }: Claim, sign: 1 | -1): void {
    this.#tally.add(creditsName(key.accountId), sign * credits);
    for (const { name } of lanes) this.#tally.add(laneName(key.id, name), sign);
    if (daily) this.#tally.add(dailyName(key.id, daily), sign);
  }
}
