/** The domains and endings that suggestions and waiting times are based on. All are lower-case A-labels. */
export interface DomainTables {
  /** The big mail providers: what a slip of the finger is corrected to. */
  readonly providers: readonly string[];
  /** Whether a domain is a real one that must never be "corrected", however much it looks like a provider. */
  readonly known: (asciiDomain: string) => boolean;
  /**
   * Of the providers, those whose name is nobody else's: what the bare name means if they have several endings, and if they have one, what
   * a name of five letters or more means with another (`gmail.de`). None if absent.
   */
  readonly brands?: readonly string[];
  /** What is meant by domains that are typed for a provider's and are too far from it, or belong to someone. None if absent. */
  readonly slips?: Pick<ReadonlyMap<string, string>, 'get'>;
}

/** Domains in little room: groups parted by `/`, each an ending, or several with commas between them, and the names before each: `com gmail yahoo/de,net gmx`. */
export function unpackDomains(packed: string): string[] {
  return packed.split('/').flatMap((group) => {
    const [endings = '', ...names] = group.split(' ');
    return endings.split(',').flatMap((ending) => names.map((name) => `${name}.${ending}`));
  });
}
