/**
 * No delivery of an event waits longer for its next try, in milliseconds: a day. One that does was put off by a clock that was ahead, and is
 * due.
 */
export const LONGEST_WAIT = 86_400_000;
