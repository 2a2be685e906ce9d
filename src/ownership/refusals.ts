/** Why ownership is not proven, and what to do about it. In each case the address is confirmed by a mailed code, as without a token. */
export const ownershipRefusals = {
  missing:
    'No token was sent: the browser or the mail provider does not support the protocol, or the visitor declined.',
  'too-long': 'The token is longer than any that a browser sends.',
  malformed: 'This is not a token followed by the signature of a browser.',
  'not-an-address': 'The text sent with the token is not an email address.',
  'no-nonce': 'The server has no record of the nonce: it has expired, was used before, or belongs to another session.',
  'nonces-failed': 'The record of nonces could not be asked, or did not answer in time.',
  'wrong-type': 'A part of the token has another type than the protocol gives it.',
  'wrong-algorithm': 'A part of the token is signed with an algorithm that the protocol or its key does not allow.',
  'no-issuer': 'The token names no issuer, or no usable host.',
  'not-yet-valid': "A part of the token was signed in the future. Set this machine's clock by NTP.",
  expired: 'A part of the token was signed more than five minutes ago.',
  unverified: "The issuer does not say that it has verified the visitor's address.",
  'other-address': 'The token is for another address than the one that was sent.',
  'wrong-holder-key': "The token holds no key of the browser's, or one that cannot be used.",
  'other-audience': 'The token was made for a page of another origin.',
  'other-nonce': 'The token was made for another form or session.',
  'other-token': 'The signature of the browser belongs to another token.',
  'altered-binding': "The signature of the browser does not verify with the browser's key in the token.",
  'no-delegation': "The address's domain names no issuer: its provider does not support the protocol.",
  'several-delegations': "The address's domain has more than one record for an issuer.",
  'other-issuer': "The address's domain names another issuer than the token.",
  'dns-failed': "The record of the address's domain could not be looked up.",
  'issuer-unreachable': 'The issuer did not answer in time, redirected, or answered with an error.',
  'issuer-invalid': 'The description or the keys that the issuer answered with cannot be used.',
  'unknown-key': 'The issuer has no key that the token could be signed with.',
  altered: "The signature of the issuer does not verify with the issuer's keys.",
} as const satisfies Record<string, string>;

/** Why ownership is not proven, in one word to branch on. */
export type OwnershipRefusalCode = keyof typeof ownershipRefusals;

/** Ownership that is not proven. It says nothing against the address or the visitor. */
export interface OwnershipRefusal {
  readonly ok: false;
  readonly code: OwnershipRefusalCode;
  /** A sentence for the developer. It holds nothing of what was sent. */
  readonly message: string;
}

/** Says that ownership is not proven, and why. */
export const refuseOwnership = (code: OwnershipRefusalCode): OwnershipRefusal => ({
  ok: false,
  code,
  message: ownershipRefusals[code],
});

/** Thrown within the verifier alone, which answers with it. */
export class NotProvenError extends Error {
  override readonly name = 'NotProvenError';
  readonly code: OwnershipRefusalCode;

  constructor(code: OwnershipRefusalCode) {
    super(ownershipRefusals[code]);
    this.code = code;
  }
}
