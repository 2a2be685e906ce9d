import type { Settings } from './settings.js';
import type { ReceiptSigner } from './receipt-sign.js';

/** Gives receipts if the site wants them. */
export interface Receipts {
  /** Returns the signer; `undefined` if the site has no secret for receipts. Rejects if it cannot be loaded. */
  signer(): Promise<ReceiptSigner | undefined>;
}

/** Receipts under a secret. What signs them is loaded at the first one, so that a site without receipts need not have it. */
export const createReceipts = ({ receiptSecret }: Pick<Settings, 'receiptSecret'>): Receipts => {
  // The signer itself is kept, not the promise of one: in Workers no request may wait for another's.
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
