/** Why a receipt is invalid, and what a site's backend should do about it. */
export const receiptRefusals = {
  missing:
    'No receipt was sent. Check the address again, and make sure that the page sends the receipt that it got from the key proxy.',
  malformed: 'This is not a receipt, or it is too long to be one. Check the address again.',
  'other-kind':
    'This is signed, but not as a receipt of this version: the key proxy may run another version. Check the address again.',
  'wrong-algorithm':
    'This is signed with an algorithm that does not match the keys given here. Treat it as forged: no key proxy signs like this.',
  'unknown-key':
    'This was not signed with a key given here. Make sure that the key proxy and this backend have the same secret, then check the address again.',
  altered: 'This was changed after it was signed, or it is forged. Treat it as missing.',
  expired: 'More than an hour has passed since the address was checked. Check it again.',
  'not-yet-valid':
    "This was signed in the future. Set this machine's clock and the key proxy's by NTP, then check the address again.",
  'not-an-address': 'The text sent with the receipt is not an email address. Ask the person for the address again.',
  'other-address': 'This receipt is for another address. Check the address that was sent.',
  used: 'This receipt was used before. Check the address again.',
} as const satisfies Record<string, string>;

/** Why a receipt was refused, in one word to branch on. */
export type ReceiptRefusalCode = keyof typeof receiptRefusals;

/** A receipt that was refused. */
export interface ReceiptRefusal {
  readonly ok: false;
  readonly code: ReceiptRefusalCode;
  /** A sentence for the developer: what happened, and what to do about it. It contains nothing of what was sent. */
  readonly message: string;
}

/** Refuses a receipt. */
export const refuseReceipt = (code: ReceiptRefusalCode): ReceiptRefusal => ({
  ok: false,
  code,
  message: receiptRefusals[code],
});
