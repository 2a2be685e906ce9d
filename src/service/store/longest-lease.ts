/** Maximum length of a list's lease in milliseconds: a quarter of an hour. */
export const LONGEST_LEASE = 900_000;
