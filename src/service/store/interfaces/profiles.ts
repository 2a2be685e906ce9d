/** Data that the operator has about the person behind an address. */
export interface ContactRecord {
  /** Keyed hash of the normalised address, in hex: the address itself is not kept. */
  readonly hash: string;
  /**
   * Fields by name, such as `fullname`, `firstname`, `lastname`, `photo`, `organization`; others as the operator names
   * them.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, UTC, when it was imported. */
  readonly at: number;
}

/** The icon of a domain's own site. */
export interface LogoRecord {
  /** The registrable domain, in A-labels. */
  readonly domain: string;
  /** 128 by 128 pixels; absent if the site declares no icon that can be used. */
  readonly png?: Uint8Array;
  /** Milliseconds since 1970, UTC, when the site was asked. */
  readonly at: number;
}

/** The store of what is known about people and domains: the operator's contacts, and the icons of sites. */
export interface ProfileStore {
  /** Stores all of them or none, and replaces existing ones. */
  keepContacts(contacts: readonly ContactRecord[]): Promise<void>;
  findContact(hash: string): Promise<ContactRecord | undefined>;
  countContacts(): Promise<number>;
  /** False if there was none. */
  forgetContact(hash: string): Promise<boolean>;
  /** Deletes what was imported before `at` and resolves with how many there were. */
  forgetContactsBefore(at: number): Promise<number>;

  findLogo(domain: string): Promise<LogoRecord | undefined>;
  /** Stores the logo, and replaces the domain's earlier one. Deletes the oldest beyond `most`. */
  keepLogo(logo: LogoRecord, most: number): Promise<void>;
}
