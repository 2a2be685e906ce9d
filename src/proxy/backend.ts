import { verifyOwnership } from '../ownership/index.js';
import { createVerifySignUp } from './sign-up.js';

export * from './receipt.js';
export type { SignUpFinding, SignUpForm, SignUpReceipt, VerifiedSignUp, VerifySignUpOptions } from './sign-up.js';

/**
 * Tells a site's backend everything about a sign-up in one call: what the receipt says of the address (`verifyReceipt`), and whether the
 * browser has proven that the visitor controls it (`verifyOwnership`, experimental). The nonce of the token is used up first.
 * Neither a missing nor a failing token is an error: `owned` is false, and the address is confirmed by a mailed code.
 * @param request the request that sent the form: its cookies name the session that the nonce was given to
 * @throws TypeError or RangeError for the developer's own mistakes; and what `used` throws
 *
 * @example
 * const signUp = await verifySignUp(request, await request.formData(), { secret, nonces, origins: ['https://shop.example'] });
 * if (signUp.found?.result === 'Invalid' && !signUp.found.contradicted) return askAgain();
 * if (!signUp.owned) await mailCode(email);
 */
export const verifySignUp = createVerifySignUp(verifyOwnership);
