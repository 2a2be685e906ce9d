/** A mail host or a provider that refused this service, and is left alone for a while. Times in milliseconds since 1970. */
export interface RestRecord {
  /** An IP address, or a provider's name. */
  readonly place: string;
  /** The provider of a host; `''` for a provider itself. */
  readonly provider: string;
  /** Rests in a row. */
  readonly rests: number;
  readonly until: number;
  /** Code and status of the refusal. */
  readonly reason: string;
  /** Time of the refusal. */
  readonly at: number;
}

/** Recipients that a mail provider was asked for in a day. */
export interface AskedRecord {
  readonly provider: string;
  /** In days since 1970, UTC. */
  readonly day: number;
  readonly recipients: number;
}

/** What the processes of a service know together of mail hosts that refused them. */
export interface MannersStore {
  /** Keeps a rest in place of the one before it, unless that ends later, and removes those that were over before `expired`. */
  keepRest(rest: RestRecord, expired: number): Promise<void>;
  /** All rests, those that are over included. */
  listRests(): Promise<RestRecord[]>;
  /** Removes a rest: the place answers again. */
  removeRest(place: string): Promise<void>;
  /** Adds recipients to those of a provider's day, and removes the days before it. */
  addAsked(asked: AskedRecord): Promise<void>;
  /** All that is kept of recipients asked for. */
  listAsked(): Promise<AskedRecord[]>;
}
