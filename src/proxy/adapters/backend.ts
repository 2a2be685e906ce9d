import { createVerifySignUp } from '../sign-up.js';
import { verifyOwnership } from './ownership.js';

export * from '../receipt.js';
export type { SignUpFinding, SignUpForm, SignUpReceipt, VerifiedSignUp, VerifySignUpOptions } from '../sign-up.js';

/**
 * `verifySignUp` for Node: asks the machine's own name servers, and contacts public addresses alone.
 * @see the same function of the module for other runtimes
 */
export const verifySignUp = createVerifySignUp(verifyOwnership);
