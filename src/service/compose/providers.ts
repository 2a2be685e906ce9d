import type { Config } from '../config.js';
import { avatarsProvider, inferenceProviders, type Provider } from '../enrichment/index.js';
import { brandTable } from '../logo/brand-table.js';
import type { WebFetcher } from '../net/web.js';
import type { MailHostFinder, NameResolver } from '../probe/index.js';
import type { Reputation } from '../reputation/index.js';

/** Parts that the providers use. */
export interface ProviderParts {
  readonly reputation: Reputation;
  readonly mailHosts: Pick<MailHostFinder, 'find'>;
  readonly resolver: Pick<NameResolver, 'services'>;
  readonly web: Pick<WebFetcher, 'fetch'>;
}

/** The brand that owns a domain; also `undefined` if the table of brands cannot be read. */
const organizationOf = (domain: string): Promise<string | undefined> =>
  brandTable().then(
    (brands) => brands.get(domain)?.name,
    () => undefined,
  );

/**
 * The providers of a configuration that are asked about the person behind an address, in addition to the operator's own
 * contacts.
 */
export const providersOf = (
  { avatars }: Config,
  { reputation, mailHosts, resolver, web }: ProviderParts,
): readonly Provider[] => {
  const photos = avatarsProvider({
    sources: avatars,
    services: (name) => resolver.services(name),
    fetch: (url, limits) => web.fetch(url, limits),
  });
  const inferences = inferenceProviders({
    reputation,
    organizationOf,
    findMailHosts: (domain) => mailHosts.find(domain),
  });
  return [...(avatars.length > 0 ? [photos] : []), ...inferences];
};
