/** What suggestions and waiting times need to know of the world's domains. All are lower-case A-labels. */
export interface DomainTables {
  /** The big mail providers: what a slip of the finger is corrected to. */
  readonly providers: readonly string[];
  /** Whether a domain is a real one that must never be "corrected", however much it looks like a provider. */
  readonly known: (asciiDomain: string) => boolean;
}

/** Domains in little room: groups parted by `/`, each an ending and the names before it, as in `com gmail yahoo/de gmx web`. */
export function unpackDomains(packed: string): string[] {
  return packed.split('/').flatMap((group) => {
    const [ending = '', ...names] = group.split(' ');
    return names.map((name) => `${name}.${ending}`);
  });
}
