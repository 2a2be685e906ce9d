/** The answer to `accounts`, `account` and every change of one. Times in milliseconds since 1970, UTC. */
export interface AccountInfo {
  readonly id: number;
  readonly name: string;
  readonly balance: number;
  readonly createdAt: number;
  readonly closedAt?: number;
  /** The account's owner is told when its credits fall below this number; absent if not. */
  readonly lowCredits?: number;
  /** Number of valid keys. */
  readonly keys: number;
}

/** The body of `addAccount`. */
export interface AccountOrder {
  readonly name: string;
  readonly credits: number;
}

/** The body of `renameAccount`. */
export interface NameOrder {
  readonly name: string;
}

/** The body of `setLowCredits`. */
export interface LowCreditsOrder {
  /** `null`: the owner is not told any more. */
  readonly lowCredits: number | null;
}

/** The body of `changeCredits`. The same `id` again changes nothing, and is answered as the first time. */
export interface CreditsOrder {
  /** A new random text of 8 to 64 letters, digits and dashes. */
  readonly id: string;
  /** Credits to give; to take if negative. */
  readonly credits: number;
  /** One line that says why, at most 200 characters. */
  readonly reason: string;
}

/** A key as the console shows it: never the key. */
export interface KeyInfo {
  readonly id: number;
  readonly kind: 'private' | 'public';
  readonly label: string;
  /** The last characters of the key. */
  readonly hint: string;
  readonly origins: readonly string[];
  /** Of a public key: validations a UTC day for each network. */
  readonly dailyLimit?: number;
  /** Of a public key: validations a UTC day for all networks; `off` for any number. */
  readonly dailyBudget?: number | 'off';
  /** Of a public key. `domain`: its answers say nothing about mailboxes. */
  readonly answers?: 'full' | 'domain';
  readonly createdAt: number;
  readonly revokedAt?: number;
  /** Exact to a minute. */
  readonly lastUsedAt?: number;
}

/** The body of `addKey`, and of `changeKey` without `kind`; what is absent from a change stays. */
export interface KeyOrder {
  readonly kind: 'private' | 'public';
  /** At most 60 characters. */
  readonly label?: string;
  readonly origins?: readonly string[];
  readonly dailyLimit?: number;
  readonly dailyBudget?: number | 'off';
  readonly answers?: 'full' | 'domain';
}
export type KeyChange = Partial<Omit<KeyOrder, 'kind'>>;

/** The body of `rotateKey`. */
export interface RotateOrder {
  /** Whether the former key is revoked at once; false if absent. */
  readonly revokesOld?: boolean;
}

/** The answer to `addKey` and `rotateKey`: the only one with the key in plain text. */
export interface MadeKeyInfo extends KeyInfo {
  readonly key: string;
}

/** The body of `approveOrigin`. */
export interface OriginOrder {
  readonly origin: string;
}
