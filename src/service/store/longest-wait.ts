/** Maximum time from a try to deliver an event to the next one, in milliseconds: a day. */
export const LONGEST_WAIT = 86_400_000;
