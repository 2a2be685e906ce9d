/** Milliseconds since 1970, UTC: `Date.now`, or a test's own. */
export type Clock = () => number;

/** The UTC day of a moment, YYYY-MM-DD. Days so written sort as text. */
export const utcDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** This kind of clock has no leap seconds. */
export const DAY_MILLISECONDS = 86_400_000;
