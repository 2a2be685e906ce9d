export type { ReceiptRefusal, ReceiptRefusalCode } from './receipt-refusals.js';
export type { OneReceiptSecret, ReceiptJwk, ReceiptSecret } from './receipt-secrets.js';
export { createUsedReceipts, type UsedReceipts, type UsedReceiptsOptions } from './receipt-uses.js';
export {
  verifyReceipt,
  type ReceiptFinding,
  type ReceiptKeys,
  type VerifiedReceipt,
  type VerifyReceiptOptions,
} from './receipt-verify.js';
