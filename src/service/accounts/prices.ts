import {
  ENRICHMENT_CREDITS,
  PHOTO_CREDITS,
  reverseCall,
  VALIDATION_CREDITS,
  type Call,
  type Result,
} from '../../wire/index.js';

/** A call that may cost something, and the further data that it asks for. */
export interface Order {
  readonly call: Call;
  /** Asks for a photo. */
  readonly photo?: boolean | undefined;
  /** Asks for a name and a photo. */
  readonly append?: boolean | undefined;
}

/** Outcome of a call. Inferred data does not count as found. */
export interface CallOutcome {
  /** Result of a validation. */
  readonly result?: Result;
  /** A photo was found. */
  readonly hasPhoto?: boolean;
  /** Any of the requested data was found. */
  readonly isFound?: boolean;
}

/** Name of a call in the ledger. */
export const ledgerNameOf = ({ call }: Order): 'validation' | 'reverse' =>
  call.path === reverseCall.path ? 'reverse' : 'validation';

/** Whether a call asks for data about a person: such calls have a separate concurrency limit. */
export const isEnriched = (order: Order): boolean =>
  Boolean(order.photo || order.append) || ledgerNameOf(order) === 'reverse';

const sum = (plain: number, photo: unknown, enrichment: unknown): number =>
  plain + (photo ? PHOTO_CREDITS : 0) + (enrichment ? ENRICHMENT_CREDITS : 0);

/** The most that a call may cost: this is reserved before the call begins. */
export const mostCredits = (order: Order): number =>
  ledgerNameOf(order) === 'reverse' ? ENRICHMENT_CREDITS : sum(VALIDATION_CREDITS, order.photo, order.append);

/**
 * Returns the price of a call. A verdict of Unknown is free; a photo and an enrichment each cost if they were requested
 * and found.
 */
export const creditsOf = (order: Order, { result, hasPhoto, isFound }: CallOutcome): number => {
  if (ledgerNameOf(order) === 'reverse') return sum(0, false, isFound);
  return sum(result === 'Unknown' ? 0 : VALIDATION_CREDITS, order.photo && hasPhoto, order.append && isFound);
};
