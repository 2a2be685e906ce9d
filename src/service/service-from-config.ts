import { fileURLToPath } from 'node:url';
import type { Config } from './config.js';
import { fetchList } from './bulk/index.js';
import type { ListWorkOptions } from './bulk/list-workers.js';
import { checkPlaces } from './config-places.js';
import { engineFromConfig } from './engine-from-config.js';
import { createMetrics } from './metrics/index.js';
import { createWebFetcher } from './net/web.js';
import { createNameResolver } from './probe/index.js';
import { providersFromConfig } from './providers-from-config.js';
import { reputationFromConfig } from './reputation-from-config.js';
import { createService, type Service } from './service.js';
import type { ServiceOptions } from './service-options.js';

/** Where the service's package has the script-tag file. The source has none there. */
const packagedScript = fileURLToPath(new URL('./page/email-check.js', import.meta.url));

/** Where sites are: what they declare elsewhere is no icon of theirs. */
const SITE_PORTS = [80, 443];

/** So far a list's addresses run ahead of a slow one: this many times as many as are asked about at once. */
const WINDOW = 20;

/** Who watches, whose clock, and how lists are fetched where that is not as usual. */
export interface ServiceHooks extends Pick<
  ServiceOptions,
  'onCall' | 'onList' | 'onFault' | 'onWarning' | 'acceptsClock' | 'now' | 'drainMilliseconds'
> {
  readonly fetchList?: ListWorkOptions['fetch'];
}

/**
 * The service that a configuration asks for: real name servers, real mail hosts, the lists of this release and the operator's own,
 * which are read again whenever they change. What no configuration can say is handed in beside it.
 * @throws as {@link createService} does, and ConfigError for files and folders that cannot be used.
 */
export const serviceFromConfig = async (
  config: Config & { readonly secret: string },
  { fetchList: fetchOwn, ...hooks }: ServiceHooks = {},
): Promise<Service> => {
  const {
    database,
    secret,
    scriptFile = packagedScript,
    envelope,
    workspaceParam,
    trustedHops,
    dnsServers,
    dnsTimeout,
    retain,
    retainLists,
    publicUrl,
  } = config;
  checkPlaces(config);
  const { onFault = () => undefined } = hooks;
  const { reputation, close } = await reputationFromConfig(config, onFault);
  const metrics = config.metrics === 'off' ? undefined : createMetrics();
  const metricsFor = config.metrics === 'all' ? 'all' : 'local';
  const { engine, mailHosts } = engineFromConfig(config, reputation, metrics);
  const resolver = createNameResolver({
    servers: dnsServers.length > 0 ? dnsServers : undefined,
    timeoutMs: dnsTimeout,
  });
  const people = providersFromConfig(config, { reputation, mailHosts, resolver });
  const sites = createWebFetcher({
    addressesOf: (host) => resolver.addresses(host),
    allowLoopback: config.allowLoopback,
    ports: SITE_PORTS,
  });
  const listSites = createWebFetcher({
    addressesOf: (host) => resolver.addresses(host),
    allowLoopback: config.allowLoopback,
  });
  const listWork: ListWorkOptions = {
    fetch: fetchOwn ?? ((url, signal) => fetchList(url, { fetcher: listSites, signal })),
    verify: (address, signal) => engine.verify(address, { isPatient: true, signal }),
    ...{
      lists: config.lists,
      concurrency: config.listConcurrency,
      window: WINDOW * config.listConcurrency,
      restFor: config.listRest,
    },
  };
  const closeAll = async () => {
    close();
    sites.close();
    listSites.close();
    people.close();
    await engine.close();
    resolver.close();
  };
  try {
    return await createService({
      ...hooks,
      ...{
        database,
        secret,
        scriptFile,
        names: { envelope, workspaceParam },
        trustedHops,
        dailyFactors: { 56: config.dailyFactor56, 48: config.dailyFactor48 },
        metrics,
        metricsFor,
        metricsHosts: config.metricsHosts,
        providers: people.providers,
        retain,
        retainLists,
        publicUrl,
        listWork: config.lists > 0 ? listWork : undefined,
      },
      ...{
        engine: { verify: engine.verify, close: closeAll },
        reputation,
        brandLogos: config.brandLogos,
        siteFetcher: config.siteLogos ? sites : undefined,
        isResolverAnswering: () => resolver.isAnswering(),
      },
    });
  } catch (error) {
    await closeAll();
    throw error;
  }
};
