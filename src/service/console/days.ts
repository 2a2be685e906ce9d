const DAY = 86_400_000;

/** The last UTC days until a moment, YYYY-MM-DD, oldest first. */
export const daysUntil = (now: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => new Date(now - (count - 1 - index) * DAY).toISOString().slice(0, 10));
