/** A domain and each domain above it that still has a dot: `a.b.example.com`, `b.example.com`, `example.com`. */
export function* domainAndParents(domain: string): Generator<string> {
  for (let rest = domain, dot = rest.indexOf('.'); dot >= 0; dot = rest.indexOf('.')) {
    yield rest;
    rest = rest.slice(dot + 1);
  }
}

/** Whether `has` knows the domain or one above it. */
export function hasSuffix(domain: string, has: (suffix: string) => boolean): boolean {
  for (const suffix of domainAndParents(domain)) if (has(suffix)) return true;
  return false;
}
