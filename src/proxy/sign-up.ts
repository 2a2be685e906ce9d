import type { OwnershipVerifier, VerifiedOwnership, VerifyOwnershipOptions } from '../ownership/index.js';
import { nonceIn, refuseOwnership } from '../ownership/index.js';
import { startDeadline } from './deadline.js';
import type { Nonces } from './nonces.js';
import { RANDOM_NAME } from './nonces.js';
import { verifyReceipt } from './receipt.js';
import type { ReceiptFinding, ReceiptKeys, VerifiedReceipt, VerifyReceiptOptions } from './receipt-verify.js';
import { sessionOf } from './session-cookie.js';

/** Fields of a form: a FormData, a URLSearchParams, or an object as body parsers make. */
export type SignUpForm = FormData | URLSearchParams | Readonly<Record<string, unknown>>;

/** What a sign-up must meet. The keys are those of the receipt; without one, only ownership is looked at. */
export type VerifySignUpOptions = Partial<ReceiptKeys> &
  Pick<VerifyReceiptOptions, 'now' | 'used'> &
  Pick<VerifyOwnershipOptions, 'fetch' | 'resolveTxt' | 'cache'> & {
    /** The nonces that the key proxy gave: what its option of the same name has. */
    readonly nonces: Nonces;
    /** The origins of the site's pages, such as `https://shop.example`: a token made for another is refused. */
    readonly origins: readonly [string, ...string[]];
    /** Name of the form's field with the address; `email` by default. */
    readonly emailField?: string | undefined;
    /** Name of the form's field with the token; `email_check_token` by default. */
    readonly tokenField?: string | undefined;
    /** Name of the form's field with the receipt; `email_check_receipt` by default. */
    readonly receiptField?: string | undefined;
  };

/** What was found about the address, beside who owns it. */
export interface SignUpFinding extends ReceiptFinding {
  /** The visitor owns the address, and yet the service found that it takes no mail: the service is wrong. */
  readonly contradicted: boolean;
}

/** A receipt that is good, or why not; `undefined` if no key for receipts was given. */
export type SignUpReceipt =
  Exclude<VerifiedReceipt, { readonly ok: true }> | { readonly ok: true; readonly found: SignUpFinding };

/** What is known of a sign-up. */
export type VerifiedSignUp = {
  readonly receipt: SignUpReceipt | undefined;
  /** What the receipt says; `undefined` without a good one. */
  readonly found: SignUpFinding | undefined;
} & (
  | {
      /** The browser has proven that the visitor controls the address: no code need be mailed. */
      readonly owned: true;
      /** The origin of the issuer that vouches for it. */
      readonly issuer: string;
      /** The address is a relay. */
      readonly isPrivate: boolean;
    }
  | {
      /** Not proven, which says nothing against the address: mail a code, as always. */
      readonly owned: false;
      /** Why, for the developer. */
      readonly why: Exclude<VerifiedOwnership, { readonly ok: true }>;
    }
);

/** The code of a verdict that a mailbox or a domain takes no mail. */
const BOUNCE = 6;

const fieldOf = (form: SignUpForm, name: string): unknown =>
  form instanceof FormData || form instanceof URLSearchParams ? form.get(name) : form[name];

/** Milliseconds that the record of nonces has to answer: a sign-up does not wait longer for it. */
const NONCES_TIMEOUT_MS = 1_000;

/**
 * The nonce of a token, taken out of the site's record: from then on it is worth nothing. `undefined` if it was not there, and
 * `nonces-failed` if the record did not tell.
 */
const takeNonce = async (
  session: string | undefined,
  token: unknown,
  nonces: Nonces,
): Promise<{ readonly nonce?: string } | 'nonces-failed'> => {
  const nonce = nonceIn(token);
  if (nonce === undefined || session === undefined || !RANDOM_NAME.test(nonce)) return {};
  const deadline = startDeadline(NONCES_TIMEOUT_MS);
  try {
    // Handles a record of the site that throws synchronously.
    const isTaken = await deadline.within(Promise.resolve().then(() => nonces.take(nonce, session)));
    return isTaken ? { nonce } : {};
  } catch {
    return 'nonces-failed';
  } finally {
    deadline.end();
  }
};

/** The page's origin: what browsers send with the form if it is one of the site's own, else the first of those. */
const audienceOf = (
  { headers }: Pick<Request, 'headers'>,
  [first, ...others]: VerifySignUpOptions['origins'],
): string => others.find((origin) => origin === headers.get('Origin')) ?? first;

const receiptOf = async (
  form: SignUpForm,
  email: unknown,
  options: VerifySignUpOptions,
): Promise<VerifiedReceipt | undefined> => {
  const { secret, publicKey, now, used, receiptField = 'email_check_receipt' } = options;
  if (secret === undefined && publicKey === undefined) return undefined;
  return verifyReceipt(fieldOf(form, receiptField), { ...({ secret, publicKey } as ReceiptKeys), email, now, used });
};

/** Makes the function below for a runtime's way to verify ownership. */
export const createVerifySignUp =
  (verifyOwnership: OwnershipVerifier) =>
  async (
    request: Pick<Request, 'headers'>,
    form: SignUpForm,
    options: VerifySignUpOptions,
  ): Promise<VerifiedSignUp> => {
    const {
      nonces,
      origins,
      emailField = 'email',
      tokenField = 'email_check_token',
      now,
      fetch,
      resolveTxt,
      cache,
    } = options;
    const [email, token] = [fieldOf(form, emailField), fieldOf(form, tokenField)];
    // Before anything else: whatever comes of the token, its nonce is used up.
    const audience = audienceOf(request, origins);
    const taken = await takeNonce(sessionOf(request, audience.startsWith('https:')), token, nonces);
    const [verified, ownership] = await Promise.all([
      receiptOf(form, email, options),
      taken === 'nonces-failed'
        ? refuseOwnership(taken)
        : verifyOwnership({ token, email, nonce: taken.nonce, audience, now, fetch, resolveTxt, cache }),
    ]);
    const found = verified?.ok
      ? { ...verified.found, contradicted: ownership.ok && verified.found.code === BOUNCE }
      : undefined;
    const receipt = found ? { ok: true as const, found } : (verified as SignUpReceipt | undefined);
    return ownership.ok
      ? { receipt, found, owned: true, issuer: ownership.issuer, isPrivate: ownership.isPrivate }
      : { receipt, found, owned: false, why: ownership };
  };
