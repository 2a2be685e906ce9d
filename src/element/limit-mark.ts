const DAY = 86_400_000;
const RETRY_AFTER = 3_600_000;

/** Marks of a page that may store nothing. */
const unstored: Record<string, string> = {};

/**
 * Notes for every tab that this network's validations of the day are used up, and returns when it was noted. Only a time is
 * stored, under the service and the public key; nothing of an address. Without `now` it only reads. If the browser's storage
 * is missing or throws, a store of the page is used.
 */
export const markLimit = (service: string, now?: number): number => {
  const name = `email-check-limit ${service}`;
  const inStore = (storage: Record<string, string>): number => {
    if (now) storage[name] = String(now);
    return Number(storage[name] ?? 0);
  };
  try {
    return inStore(localStorage);
  } catch {
    return inStore(unstored);
  }
};

/** Forgets the mark: the service has answered again, perhaps on another network. */
export const clearLimit = (service: string): unknown => markLimit(service) && markLimit(service, 1);

/**
 * Whether paid calls are over for today (UTC). After an hour one question may try again, since the visitor may have changed
 * networks: asking here takes that turn.
 */
export const isLimited = (service: string, now: number): boolean => {
  const age = now - markLimit(service);
  // A mark of yesterday is over; one from the future is of a clock that was wrong.
  if (age < 0 || age > now % DAY) return false;
  if (age < RETRY_AFTER) return true;
  markLimit(service, now);
  return false;
};
