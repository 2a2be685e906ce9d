/** Calls that one private key may have in progress at the same time. */
export const CONCURRENT_CALLS = 5;
/** The same for calls that ask for enrichment (`append` or `photo`). */
export const CONCURRENT_ENRICHED_CALLS = 2;
/** Validations that one network may ask with a public key in one UTC day. */
export const DAILY_CALLS_PER_NETWORK = 20;
/**
 * Validations that all networks together may ask with one public key in a day, unless the key has another budget. Our
 * own number: the interface document has none.
 */
export const DAILY_CALLS_PER_PUBLIC_KEY = 10_000;

/** Credits for one validation; a verdict of Unknown costs nothing. */
export const VALIDATION_CREDITS = 1;
/** Credits for a photo that was found. */
export const PHOTO_CREDITS = 1;
/** Credits for an enrichment (`append`, reverse look-up) that was found. */
export const ENRICHMENT_CREDITS = 20;

/** Addresses in one batch, and octets of its body. Our own numbers: the interface has no batches. */
export const BATCH_ADDRESSES = 100;
export const BATCH_OCTETS = 65_536;

/** A bulk list must be smaller than this many bytes. */
export const BULK_BYTES = 20_000_000;
/** A bulk list may hold this many addresses. */
export const BULK_ADDRESSES = 200_000;

/** Calls of the detector that one network may make in a minute. Our own number: the interface document has none. */
export const DETECTOR_CALLS_PER_MINUTE = 600;
/** The same for logos. */
export const LOGO_CALLS_PER_MINUTE = 600;

/** Reports of one page's counts that one network may send in a minute. Our own number: the interface has no such call. */
export const PAGE_COUNTS_CALLS_PER_MINUTE = 60;

/** The first day that usage may be asked for, as YY-MM-DD. */
export const USAGE_EARLIEST = '20-08-14';
/** Width and height of a logo, in pixels. */
export const LOGO_PIXELS = 128;
