import { installWords, isMissing, jose } from '../packages/index.js';
import type { VerifiedReceipt, VerifyReceiptOptions } from './receipt-verify.js';

export type { ReceiptRefusal, ReceiptRefusalCode } from './receipt-refusals.js';
export type { OneReceiptSecret, ReceiptJwk, ReceiptSecret } from './receipt-secrets.js';
export { createUsedReceipts, type UsedReceipts, type UsedReceiptsOptions } from './receipt-uses.js';
export type { ReceiptFinding, ReceiptKeys, VerifiedReceipt, VerifyReceiptOptions } from './receipt-verify.js';

// At the start of a backend, and not at the first form that is sent.
if (isMissing(jose)) throw new Error(`email-check-element/receipt ${installWords(jose)}`);

/**
 * Tells a site's backend, at no cost, whether this address was checked within the hour, and what was found. Both come from a page and may
 * be anything: the answer is a finding or a refusal with a code, and only the developer's own mistakes throw.
 * `ok` says that the receipt is good, not that the address is: look at `found.result`.
 * @param receipt the field `email_check_receipt` of the form
 * @throws TypeError or RangeError if a secret or key is missing, short or invalid; and what `used` throws
 *
 * @example
 * const receipt = form.get('email_check_receipt');
 * const verified = await verifyReceipt(receipt, { email: form.get('email'), secret: process.env.RECEIPT_SECRET ?? '' });
 * if (!verified.ok) console.warn(verified.code, verified.message);
 * else if (verified.found.result === 'Invalid') return askAgain();
 */
export const verifyReceipt = async (receipt: unknown, options: VerifyReceiptOptions): Promise<VerifiedReceipt> => {
  // Loaded here, so that what stands above can say what to install.
  const { verifyNow } = await import('./receipt-verify.js');
  return verifyNow(receipt, options);
};
