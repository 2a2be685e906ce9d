import type { Settings } from './settings.js';
import type { ReceiptSigner } from './receipt-sign.js';

/** Makes receipts, if the site has a secret for them. */
export interface Receipts {
  /** Returns the signer; `undefined` if the site has no secret for receipts. Rejects if it cannot be loaded. */
  signer(): Promise<ReceiptSigner | undefined>;
}

/**
 * Receipts under a secret. The signing library is loaded with the first receipt, so that a site without receipts need
 * not install it.
 */
export const createReceipts = ({ receiptSecret }: Pick<Settings, 'receiptSecret'>): Receipts => {
  // Stores the signer itself, not a promise: in Workers no request may wait for another request's promise.
  let signer: ReceiptSigner | undefined;
  return {
    async signer() {
      if (receiptSecret === undefined || signer) return signer;
      const { createReceiptSigner } = await import('./receipt-sign.js');
      signer = createReceiptSigner(receiptSecret);
      return signer;
    },
  };
};
