/** The longest delay of a timer, in milliseconds: one that is longer fires at once. */
export const LONGEST_TIMEOUT = 2 ** 31 - 1;
