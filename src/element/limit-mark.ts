const DAY = 86_400_000;
const RETRY_AFTER = 3_600_000;

/** Stands in for the storage of a page that may store nothing. */
const unstored: Record<string, string> = {};

const storage = (): Record<string, string> => {
  try {
    return localStorage;
  } catch {
    return unstored;
  }
};

const nameOf = (service: string): string => `email-check-limit ${service}`;

/**
 * Notes for every tab that this network's validations of the day are used up. Only a time is stored, under the service and
 * the public key; nothing of an address.
 */
export const markLimit = (service: string, now: number): void => {
  const name = nameOf(service);
  try {
    storage()[name] = String(now);
  } catch {
    unstored[name] = String(now);
  }
};

/**
 * Whether paid calls are over for today (UTC). After an hour one question may try again, since the visitor may have changed
 * networks: asking here takes that turn.
 */
export const isLimited = (service: string, now: number): boolean => {
  const name = nameOf(service);
  const marked = Number(storage()[name] ?? unstored[name] ?? 0);
  // A mark from the future is of a clock that was wrong.
  if (marked > now || Math.floor(marked / DAY) !== Math.floor(now / DAY)) return false;
  if (now - marked < RETRY_AFTER) return true;
  markLimit(service, now);
  return false;
};
