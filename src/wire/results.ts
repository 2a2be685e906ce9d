import type { RefusalKind } from './refusals.js';
import type { Result } from './verdicts.js';

/** A decoded validation: every field has its own type, whatever type the service sent. */
export interface Validation {
  /** The address that was validated. */
  readonly email: string;
  readonly result: Result;
  /** Verdict code; 7 (Unknown) if the service gave none. */
  readonly code: number;
  /** Why, in the interface's words: `['Deliverable', 'Role']`. */
  readonly reasons: readonly string[];
  /** The address belongs to a function (sales, webmaster), not a person. */
  readonly role: boolean;
  /** The address is at a free mailbox provider. */
  readonly freeEmail: boolean;
  /** Transactional mail (receipts, password resets) is suggested. */
  readonly sendTransactional: boolean;
  /** A corrected address, or `''`. Offer it; never apply it unasked. */
  readonly didYouMean: string;
  /** The key proxy's signed statement of the verdict, for the site's backend to verify; absent elsewhere. */
  readonly receipt?: string;
  /** Credits left after the call; absent if the service does not tell the caller. May be fractional. */
  readonly balance?: number;
  /** Data found by `append` or `photo`; absent if nothing was found. */
  readonly enrichment?: Enrichment;
}

/** The result of one address of a batch. */
export interface BatchResult {
  /** The address's place in the batch, from 0. */
  readonly index: number;
  /** The address as it was sent. */
  readonly email: string;
  /** The verdict; absent if the service failed at this address, which then costs nothing. */
  readonly validation?: Validation;
  /** What the service says of its failure; absent if there is a verdict. */
  readonly error?: string;
}

/** Data that `append` and `photo` add. A field is an empty string if nothing was found. */
export interface Enrichment {
  readonly fullName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** A URL. */
  readonly photo: string;
  /**
   * Names of the fields that were inferred from the address alone, and cost nothing; absent if the service does not
   * tell.
   */
  readonly inferred?: readonly EnrichmentField[];
}

/** A field of an enrichment. */
export type EnrichmentField = 'fullName' | 'firstName' | 'lastName' | 'photo';

/** A reverse look-up. */
export interface ReverseLookup {
  readonly email: string;
  /** Free-form: the interface does not say what is in it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Credits left on the account. May be fractional. */
export interface Balance {
  readonly balance: number;
}

/** Usage of one day. */
export interface DayOfUsage {
  /** YY-MM-DD; in UTC with this project's service. */
  readonly day: string;
  readonly calls: number;
  /** Absent if the service does not say. */
  readonly credits?: number;
}

/** Calls made in a range of days. The key that a service repeats here is dropped. */
export interface Usage {
  /** YY-MM-DD */
  readonly start: string;
  /** YY-MM-DD */
  readonly end: string;
  readonly calls: number;
  /** The days with calls, in order; absent if the service returns only a total. */
  readonly days?: readonly DayOfUsage[];
}

/** A bulk list that was accepted. */
export interface UploadedList {
  readonly listId: string;
  readonly listName: string;
}

/** Progress of a bulk list. */
export interface ListStatus {
  readonly listId: string;
  readonly status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';
  /** 0 to 100 */
  readonly percentage: number;
  /**
   * The URL of the results; `''` until the list is completed. For a cancelled list, the URL of the results up to that
   * time.
   */
  readonly downloadLink: string;
  /** A sentence for a person: why the list failed, or what it waits for; `''` if there is nothing to say. */
  readonly reason: string;
  /**
   * The column of the file that the addresses are read from: its name, or its number from 1; `''` until it is known,
   * and if the file has one column without a name.
   */
  readonly column: string;
}

/** A refusal of the service. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** The service's own words. */
  readonly message: string;
}

/** Result of decoding a body: a value, a refusal, or neither (`undefined`) if the body does not come from this API. */
export type Decoded<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: Refusal } | undefined;
