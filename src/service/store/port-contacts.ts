/** What the operator knows of the person behind an address. */
export interface ContactRecord {
  /** Keyed hash of the normalised address, in hex: the address itself is not kept. */
  readonly hash: string;
  /** By name, as in `fullname`, `firstname`, `lastname`, `photo`, `organization`; others as the operator names them. */
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, UTC, when it was imported. */
  readonly at: number;
}

/** Where the operator's contacts are kept. */
export interface ContactStore {
  /** Keeps all of them or none; one that is there already is replaced. */
  keepContacts(contacts: readonly ContactRecord[]): Promise<void>;
  findContact(hash: string): Promise<ContactRecord | undefined>;
  countContacts(): Promise<number>;
  /** False where there was none. */
  forgetContact(hash: string): Promise<boolean>;
  /** Deletes what was imported before `at` and resolves with how many there were. */
  forgetContactsBefore(at: number): Promise<number>;
}
