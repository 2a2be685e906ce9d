/** What a domain's own site showed as its icon. */
export interface LogoRecord {
  /** The registrable domain, in A-labels. */
  readonly domain: string;
  /** 128 by 128 pixels; absent where the site declares no icon that can be used. */
  readonly png?: Uint8Array;
  /** Milliseconds since 1970, UTC, when the site was asked. */
  readonly at: number;
}

/** Where the icons of sites are kept. */
export interface LogoStore {
  findLogo(domain: string): Promise<LogoRecord | undefined>;
  /** Keeps it, in place of the domain's earlier one; the oldest beyond `most` are deleted. */
  keepLogo(logo: LogoRecord, most: number): Promise<void>;
}
