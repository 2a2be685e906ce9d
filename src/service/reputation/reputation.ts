/**
 * What DNS and mail hosts have told of a domain. `own-hosts`: it has mail hosts, so that it may be somebody's own, however much it looks
 * like another; `no-mail`: it takes no mail; `unknown`: neither is proven.
 */
export type DomainProof = 'own-hosts' | 'no-mail' | 'unknown';

/**
 * Knowledge about domains and local parts that needs no request. Domains are lower-case A-labels. The operator's own
 * lists take precedence over those of the release. No method throws.
 */
export interface Reputation {
  /** Whether the domain, or one above it, offers disposable mailboxes. Relays never count as disposable. */
  isDisposable(asciiDomain: string): boolean;
  /**
   * Whether the mail host with this name serves only disposable domains; a name above it counts too. False if the domain is a relay,
   * or if the operator has listed it as not disposable.
   */
  isDisposableHost(name: string, asciiDomain: string): boolean;
  /** Whether the domain, or one above it, is a relay: it forwards to addresses that people keep. */
  isRelay(asciiDomain: string): boolean;
  /** Whether anyone can get a mailbox at exactly this domain. Domains below it belong to the provider's staff or customers. */
  isFree(asciiDomain: string): boolean;
  /** Whether a local part names a role or a group (`sales`, `Info+shop`). Case, a `+tag` and needless quotes are ignored. */
  isRole(localPart: string): boolean;
  /** Whether the operator lists the address, its domain or one above it as a spam trap. */
  isSpamTrap(localPart: string, asciiDomain: string): boolean;
  /**
   * The address that was probably meant, or `''`. A domain that has its own mail hosts is corrected only if people are known to type it
   * for a provider's; one that takes no mail also if only its ending is another than the provider's. `proof` is `unknown` if absent.
   */
  suggest(address: string, proof?: DomainProof): string;
}
