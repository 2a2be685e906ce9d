import {
  ENRICHMENT_CREDITS,
  PHOTO_CREDITS,
  reverseCall,
  VALIDATION_CREDITS,
  type Call,
  type Result,
} from '../../wire/index.js';

/** A call that may cost something, and what it asks for beside its answer. */
export interface Order {
  readonly call: Call;
  /** Asks for a photo. */
  readonly photo?: boolean | undefined;
  /** Asks for a name and a photo. */
  readonly append?: boolean | undefined;
}

/** What came of a call. What was inferred from the address alone counts as nothing. */
export interface CallOutcome {
  /** Of a validation. */
  readonly result?: Result;
  /** A photo was found. */
  readonly hasPhoto?: boolean;
  /** Anything was found of what was asked for. */
  readonly isFound?: boolean;
}

/** What the ledger calls it. */
export const ledgerNameOf = ({ call }: Order): 'validation' | 'reverse' =>
  call.path === reverseCall.path ? 'reverse' : 'validation';

/** Whether a call asks for what others know of a person: such calls have a concurrency limit of their own. */
export const isEnriched = (order: Order): boolean =>
  Boolean(order.photo || order.append) || ledgerNameOf(order) === 'reverse';

const sum = (plain: number, photo: unknown, enrichment: unknown): number =>
  plain + (photo ? PHOTO_CREDITS : 0) + (enrichment ? ENRICHMENT_CREDITS : 0);

/** The most that a call may cost: this is reserved before it begins. */
export const mostCredits = (order: Order): number =>
  ledgerNameOf(order) === 'reverse' ? ENRICHMENT_CREDITS : sum(VALIDATION_CREDITS, order.photo, order.append);

/** What a call costs. A verdict of Unknown is free; a photo and an enrichment cost if they were asked for and found, each by itself. */
export const creditsOf = (order: Order, { result, hasPhoto, isFound }: CallOutcome): number => {
  if (ledgerNameOf(order) === 'reverse') return sum(0, false, isFound);
  return sum(result === 'Unknown' ? 0 : VALIDATION_CREDITS, order.photo && hasPhoto, order.append && isFound);
};
