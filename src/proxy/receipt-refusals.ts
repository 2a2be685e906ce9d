/** Why a receipt is worth nothing, and what a site's backend should do about it. */
export const receiptRefusals = {
  missing: 'No receipt was sent. Check the address anew, and see that the page sends what the key proxy gave it.',
  malformed: 'What was sent is no receipt, or a longer text than any receipt is. Check the address anew.',
  'other-kind':
    'This was signed for another purpose than a receipt, or by a version that writes other receipts. Check the address anew.',
  'wrong-algorithm':
    'This is signed by an algorithm that none of the keys given here are for. Treat it as none: no key proxy signs so.',
  'unknown-key':
    'No key given here signed this. See that the key proxy and this backend have the same secret, then check the address anew.',
  altered: 'This was changed after it was signed, or somebody made it up. Treat it as none.',
  expired: 'More than an hour has passed since the address was checked. Check it anew.',
  'not-yet-valid':
    "This was signed in the future. Set this machine's clock and the key proxy's by NTP, then check the address anew.",
  'not-an-address': 'What stands beside the receipt is no email address. Ask the person for it again.',
  'other-address': 'This receipt is for another address. Check the one that was sent.',
  used: 'This receipt was used before. Check the address anew.',
} as const satisfies Record<string, string>;

/** Why a receipt was refused, in one word to branch on. */
export type ReceiptRefusalCode = keyof typeof receiptRefusals;

/** A receipt that was refused. */
export interface ReceiptRefusal {
  readonly ok: false;
  readonly code: ReceiptRefusalCode;
  /** A sentence for the developer: what happened, and what to do about it. It holds nothing of what was sent. */
  readonly message: string;
}

/** Refuses a receipt. */
export const refuseReceipt = (code: ReceiptRefusalCode): ReceiptRefusal => ({
  ok: false,
  code,
  message: receiptRefusals[code],
});
