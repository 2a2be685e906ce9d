import type { Fields, Provider } from './provider.js';

/** The store of the operator's own contacts, by keyed hash. */
export interface ContactLookup {
  /** The hash that an address is kept under. */
  readonly keyedHashOf: (address: string) => string;
  readonly findContact: (hash: string) => Promise<{ readonly fields: Fields } | undefined>;
}

const TIMEOUT_MS = 1_000;

/** Fills in `fullname` from `firstname` and `lastname`. */
const withFullName = (fields: Fields): Fields => {
  const { fullname, firstname, lastname } = fields;
  return !fullname && firstname && lastname ? { ...fields, fullname: `${firstname} ${lastname}` } : fields;
};

/** Provider of the operator's own data about people. */
export const contactsProvider = ({ keyedHashOf, findContact }: ContactLookup): Provider => ({
  name: 'contacts',
  isInferring: false,
  timeoutMs: TIMEOUT_MS,
  async find({ address }) {
    const contact = await findContact(keyedHashOf(address));
    return contact ? withFullName(contact.fields) : {};
  },
});
