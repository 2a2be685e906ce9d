/** No lease of a list is longer, in milliseconds: a quarter of an hour. */
export const LONGEST_LEASE = 900_000;
