import { normalizeAddress, parseNamedAddress } from '../../address/index.js';
import { unquoted } from '../../address/needless-quotes.js';
import type { ContactRecord, Store } from '../store/index.js';
import { DAY_MILLISECONDS, type Clock } from './day.js';
import { AccountsError } from './errors.js';
import { keyedHash } from './keys.js';

/** Data that the operator has about the person behind an address. */
export interface Contact {
  readonly address: string;
  readonly fields: ContactRecord['fields'];
}

/** Records that were deleted when an address was forgotten. */
export interface ForgetResult {
  /** Contacts: 1 or 0. */
  readonly contacts: number;
}

/**
 * Returns the hash under which an address's contact is kept. Upper and lower case make no difference: no important mail
 * host distinguishes them, and `forget` must find the contact however the address is written. Needless quotes make no
 * difference either.
 */
export const contactHash = (secret: string, address: string): string => {
  const normal = normalizeAddress(address);
  const at = normal.lastIndexOf('@');
  return keyedHash(secret, 'contact', (unquoted(normal.slice(0, at)) + normal.slice(at)).toLowerCase());
};

/** The operator's contacts, over a store, the secret that addresses are hashed under and a clock. The address itself is not kept. */
export class Contacts {
  readonly #store: Pick<Store, 'profiles' | 'maintenance'>;
  readonly #secret: string;
  readonly #now: Clock;

  constructor(store: Pick<Store, 'profiles' | 'maintenance'>, secret: string, now: Clock) {
    this.#store = store;
    this.#secret = secret;
    this.#now = now;
  }

  /**
   * Stores all of them or none, and replaces contacts with the same addresses. If an address is given twice, the last
   * one counts.
   */
  async keep(contacts: readonly Contact[]): Promise<void> {
    const at = this.#now();
    const records = contacts.map(({ address, fields }): ContactRecord => ({
      hash: contactHash(this.#secret, address),
      fields,
      at,
    }));
    await this.#store.profiles.keepContacts([...new Map(records.map((record) => [record.hash, record])).values()]);
  }

  count(): Promise<number> {
    return this.#store.profiles.countContacts();
  }

  /**
   * Deletes the contact of an address, ignoring case. Stored lists may still contain the address.
   * @throws AccountsError `bad-address` for a text that is not an address.
   */
  async forget(address: string): Promise<ForgetResult> {
    // The text is not repeated: the message may be logged.
    if (!parseNamedAddress(address.trim()).ok)
      throw new AccountsError('bad-address', 'This is not an address: write it as jane@example.com.');
    const isForgotten = await this.#store.profiles.forgetContact(contactHash(this.#secret, address));
    // Also if there was no contact: an earlier command may have failed to do it.
    await this.#store.maintenance.eraseDeletedData();
    return { contacts: isForgotten ? 1 : 0 };
  }

  /** Deletes contacts that were imported more than this many days ago, and resolves with their number. */
  async forgetOlderThan(days: number): Promise<number> {
    const count = await this.#store.profiles.forgetContactsBefore(this.#now() - days * DAY_MILLISECONDS);
    // Also if there were none: an earlier sweep or command may have failed to do it.
    await this.#store.maintenance.eraseDeletedData();
    return count;
  }
}
