import type { Validation } from '../wire/index.js';
import type { Settings } from './options.js';
import type { ReceiptSigner } from './receipt-sign.js';

/** Gives receipts where the site wants them. */
export interface Receipts {
  /** The receipt of a verdict; `undefined` where the site has no secret for them. */
  of(verdict: Validation): Promise<string | undefined>;
}

/** Receipts under a secret. What signs them is loaded at the first one, so that a site without receipts need not have it. */
export const createReceipts = ({ receiptSecret, now }: Pick<Settings, 'receiptSecret' | 'now'>): Receipts => {
  // The signer itself is kept, not the promise of one: in Workers no request may wait for another's.
  let signer: ReceiptSigner | undefined;
  return {
    async of(verdict) {
      if (receiptSecret === undefined) return undefined;
      if (!signer) {
        const { createReceiptSigner } = await import('./receipt-sign.js');
        signer = createReceiptSigner(receiptSecret);
      }
      return signer.sign(verdict, now());
    },
  };
};
