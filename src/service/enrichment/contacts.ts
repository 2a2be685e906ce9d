import type { Fields, Provider } from './provider.js';

/** The store of the operator's own contacts, by keyed hash. */
export interface ContactLookup {
  /** The hash that an address is kept under. */
  readonly hashOf: (address: string) => string;
  readonly findContact: (hash: string) => Promise<{ readonly fields: Fields } | undefined>;
}

const TIMEOUT_MS = 1_000;

/** Two names that are known make a whole one. */
const withFullName = (fields: Fields): Fields => {
  const { fullname, firstname, lastname } = fields;
  return !fullname && firstname && lastname ? { ...fields, fullname: `${firstname} ${lastname}` } : fields;
};

/** What the operator knows of people. */
export const contactsProvider = ({ hashOf, findContact }: ContactLookup): Provider => ({
  name: 'contacts',
  isInferring: false,
  timeoutMs: TIMEOUT_MS,
  async find({ address }) {
    const contact = await findContact(hashOf(address));
    return contact ? withFullName(contact.fields) : {};
  },
});
