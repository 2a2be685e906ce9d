import type { Config } from './config.js';
import { avatarsProvider, inferenceProviders, type Provider } from './enrichment/index.js';
import { brandTable } from './logo/brand-table.js';
import { createWebFetcher } from './net/web.js';
import type { MailHostFinder, NameResolver } from './probe/index.js';
import type { Reputation } from './reputation/index.js';

/** What the providers ask. */
export interface ProviderParts {
  readonly reputation: Reputation;
  readonly mailHosts: Pick<MailHostFinder, 'find'>;
  readonly resolver: Pick<NameResolver, 'addresses' | 'services'>;
}

/** Providers, and what lets go of their connections. */
export interface OpenProviders {
  readonly providers: readonly Provider[];
  close(): void;
}

/** A brand's domain is its owner's; who cannot know it knows nothing. */
const organizationOf = (domain: string): Promise<string | undefined> =>
  brandTable().then(
    (brands) => brands.get(domain)?.name,
    () => undefined,
  );

/** Who a configuration has asked of the person behind an address, beside the operator's own contacts. */
export const providersFromConfig = (
  { avatars, allowLoopback }: Config,
  { reputation, mailHosts, resolver }: ProviderParts,
): OpenProviders => {
  const web = createWebFetcher({ addressesOf: (host) => resolver.addresses(host), allowLoopback });
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
  return { providers: [...(avatars.length > 0 ? [photos] : []), ...inferences], close: () => web.close() };
};
