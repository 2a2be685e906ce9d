/** Adds an entry to the end of a log and forgets the oldest ones beyond `limit` entries. */
export function keep<T>(log: T[], entry: T, limit: number): void {
  log.push(entry);
  if (log.length > limit) log.splice(0, log.length - limit);
}
