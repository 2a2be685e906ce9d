/** A mail host, an IP address or a mail provider that is not asked for a while. Times in milliseconds since 1970. */
export interface RestRecord {
  /** Name of a mail host, an IP address (for all hosts there), or the name of a provider. */
  readonly place: string;
  /** The provider that the host belongs to; `''` for a provider itself, and for hosts and addresses of no known provider. */
  readonly provider: string;
  /** Rests in a row. */
  readonly rests: number;
  readonly until: number;
  /** Why: code and status of the refusal, or that too many unknown mailboxes were asked for. */
  readonly reason: string;
  /** When the rest began. */
  readonly at: number;
}

/** How many recipients a mail provider was asked about in one day. */
export interface AskedRecord {
  readonly provider: string;
  /** In days since 1970, UTC. */
  readonly day: number;
  readonly recipients: number;
}

/**
 * What the processes of a service share: which mail hosts and providers are not asked for a while, and how many recipients each provider
 * was asked about.
 */
export interface MannersStore {
  /** Stores a rest. A stored rest of the same place that ends later stays. Deletes all rests that ended before `expired`. */
  keepRest(rest: RestRecord, expired: number): Promise<void>;
  /** All rests, those that are over included. */
  listRests(): Promise<RestRecord[]>;
  /** Removes a rest: the place answers again. */
  removeRest(place: string): Promise<void>;
  /** Adds to the provider's count of that day, and deletes its counts of earlier days. */
  addAsked(asked: AskedRecord): Promise<void>;
  /** All counts. */
  listAsked(): Promise<AskedRecord[]>;
}
