/** What is remembered of a place (a mail host, an IP address or a provider) that is not asked for a while. Times in milliseconds since 1970. */
export interface Rest {
  /** Doubtful refusals in a row since the last good answer. */
  readonly strikes: number;
  /** Rests in a row: each is twice as long as the one before it. */
  readonly rests: number;
  /** The place is not asked until then. */
  readonly until: number;
  /** Code and status of the refusal, `554 5.7.1`, never its words, which may repeat an address; or `TOO_MANY_UNKNOWN`. */
  readonly reason: string;
  /** Time of the last refusal, or of the decision to rest. */
  readonly at: number;
}

/** What a refusal says: `certain` of us, or `doubtful`, perhaps of the recipient alone. */
export interface Refusal {
  readonly proof: 'certain' | 'doubtful';
  readonly reason: string;
}

/** Reason of a rest that the service takes by itself. */
export const TOO_MANY_UNKNOWN = 'too many unknown mailboxes';
/** At least so long, for a list goes on afterwards. */
const OWN_REST_MS = 60 * 60_000;

/** A refusal that may be the recipient's own counts when so many came in a row. */
const STRIKES = 3;
const MINUTE = 60_000;
const FIRST_MS = 5 * MINUTE;
const MOST_MS = 4 * 60 * MINUTE;
/** After so long without a refusal nothing is remembered. */
const QUIET_MS = 24 * 60 * MINUTE;

const NOTHING: Rest = { strikes: 0, rests: 0, until: 0, reason: '', at: 0 };

export const isResting = (rest: Pick<Rest, 'until'> | undefined, now: number): boolean =>
  rest !== undefined && now < rest.until;

/** Whether a rest is old enough to be dropped. */
export const isForgotten = ({ at, until }: Rest, now: number): boolean => now >= Math.max(at, until) + QUIET_MS;

/** A place that does not rest refused: it rests after one certain refusal, some doubtful ones in a row, or any that follows a rest. */
export const afterRefusal = (rest: Rest | undefined, { proof, reason }: Refusal, now: number): Rest => {
  const known = rest && !isForgotten(rest, now) ? rest : NOTHING;
  const strikes = known.strikes + 1;
  if (proof === 'doubtful' && strikes < STRIKES && known.rests === 0) return { ...known, strikes, reason, at: now };
  const least = reason === TOO_MANY_UNKNOWN ? OWN_REST_MS : FIRST_MS;
  const milliseconds = Math.min(least * 2 ** known.rests, MOST_MS);
  return { strikes: 0, rests: known.rests + 1, until: now + milliseconds, reason, at: now };
};
