/** Values of the service itself, and maintenance of the database. */
export interface MaintenanceStore {
  /** Keeps `value` under `name` unless a value is kept there already, and resolves with the one kept. */
  keepIfAbsent(name: string, value: string): Promise<string>;
  /** Returns the value kept under `name`. */
  read(name: string): Promise<string | undefined>;
  /** Stores `value` under `name`, and replaces the value there. */
  write(name: string, value: string): Promise<void>;
  /** The latest time in accounts, keys, lists and days of usage, in milliseconds since 1970; `undefined` in an empty database. */
  latestTime(): Promise<number | undefined>;
  /**
   * Removes deleted data from the database's files too, where it would otherwise stay until its space is reused. Rejects with `busy`
   * if another process prevents that.
   */
  eraseDeletedData(): Promise<void>;
}
