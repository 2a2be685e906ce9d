/**
 * Every name and limit of the Email Verification Protocol that is used here, in one table, since its drafts still change: WICG's
 * email-verification, draft-hardt-email-verification-02, and Chrome's documentation, as of November 2026. Where they differ, both are taken.
 */
export const protocol = {
  /** The label before a mail domain at which its TXT record names the issuer. */
  recordLabel: '_email-verification',
  /** What that record begins with; the issuer's host follows. */
  recordPrefix: 'iss=',
  /** Where an issuer describes itself. */
  metadataPath: '/.well-known/email-verification',
  /** Where the site of an issuer names its accounts (FedCM). Browsers ask there; the verifier does not. */
  sitePath: '/.well-known/web-identity',
  /** `typ` of the issuer's token: the drafts' and the one in Chrome's guide. */
  tokenTypes: ['evt+jwt', 'ev+sd-jwt'],
  /** `typ` of the browser's signature that binds the token to a page (RFC 9901 §4.3). */
  bindingTypes: ['kb+jwt'],
  /** What `sd_hash` of the binding is the hash of: the token with this behind it (RFC 9901 §4.3.1). */
  separator: '~',
} as const;

/** Algorithms (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2) by the key's type and curve. Others are not taken. */
export const algorithmsByKey: Readonly<Record<string, readonly string[]>> = {
  'EC P-256': ['ES256'],
  'OKP Ed25519': ['EdDSA', 'Ed25519'],
  RSA: ['RS256'],
};

/** All algorithms that are taken. */
export const knownAlgorithms: ReadonlySet<string> = new Set(Object.values(algorithmsByKey).flat());

/** Limits of one verification. */
export const limits = {
  /** Characters of a token with its binding; 700 to 1,350 were seen. */
  tokenCharacters: 8_192,
  /** Seconds since a token and its binding were signed. */
  ageSeconds: 300,
  /** Seconds that the clock of the issuer or of the visitor may be ahead. */
  clockSkewSeconds: 60,
  /** Octets of an issuer's description, and of its keys. */
  documentOctets: 65_536,
  /** Keys of an issuer that are tried for a token that names none. */
  keys: 20,
  /** Milliseconds for everything that has to be fetched. */
  milliseconds: 5_000,
  /** Milliseconds for which a record and an issuer's keys are remembered. */
  rememberedMs: 300_000,
  /** Milliseconds before an issuer's keys are fetched again, for a token that none of those remembered has signed or after a failure. */
  renewedMs: 60_000,
  /** Mail domains, and issuers, that are remembered at most. */
  remembered: 1_000,
} as const;
