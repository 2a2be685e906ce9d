import { fileURLToPath } from 'node:url';
import { fetchList } from '../bulk/index.js';
import type { ListWorkOptions } from '../bulk/index.js';
import { checkPlaces } from '../config-places.js';
import type { Config } from '../config.js';
import type { DatabaseFact } from '../doctor/index.js';
import { createMetrics } from '../metrics/index.js';
import { createWebFetcher } from '../net/web.js';
import { createWebPoster, type WebPost } from '../net/web-post.js';
import { createNameResolver } from '../probe/index.js';
import type { Service } from '../service.js';
import type { DeliveryWorkOptions } from '../webhook/index.js';
import { createService } from './create-service.js';
import { datesOf, examine } from './doctor.js';
import { nameServersOf } from './name-servers.js';
import { providersOf } from './providers.js';
import type { ServiceOptions } from './service-options.js';
import { openVerdicts } from './verdicts.js';

/** The script-tag file in the service's package. In the source tree there is none. */
const packagedScript = fileURLToPath(new URL('./page/email-check.js', import.meta.url));

/** The page of the account console in the service's package; in the source tree there is none. */
const packagedConsole = fileURLToPath(new URL('./console/', import.meta.url));

/** Ports of web sites: an icon that a site declares at another port is not fetched. */
const SITE_PORTS = [80, 443];

/** Addresses of a list may run ahead of a slow one by this many times the concurrency limit. */
const WINDOW = 20;

/** Options that no configuration has: observers, a clock, and another way to fetch lists. */
export interface ServiceHooks extends Pick<
  ServiceOptions,
  | 'onCall'
  | 'onList'
  | 'onDelivery'
  | 'onFault'
  | 'onWarning'
  | 'onDiagnosis'
  | 'acceptsClock'
  | 'now'
  | 'drainMilliseconds'
> {
  readonly fetchList?: ListWorkOptions['fetch'];
  /** Other times for sending webhooks. */
  readonly webhookTimes?: Omit<DeliveryWorkOptions, 'post'>;
  /** The folder with the files of the console's page; that of this release if absent. */
  readonly consoleFolder?: string;
}

/** The parts of a configuration, and a function that closes all of them except the engine. */
const openParts = async (
  config: Config,
  {
    fetchList: fetchOwn,
    consoleFolder = packagedConsole,
    webhookTimes,
    onFault = () => undefined,
    onWarning,
    now,
  }: ServiceHooks,
) => {
  const { allowLoopback, lists, listConcurrency } = config;
  const metrics = config.metrics === 'off' ? undefined : createMetrics();
  const resolver = createNameResolver({ servers: nameServersOf(config), timeoutMs: config.dnsTimeout });
  const verdicts = await openVerdicts(config, onFault, { metrics, onWarning });
  const { engine, mailHosts, canary, portWatch, manners, reputation, closeReputation } = verdicts;
  const addressesOf = (host: string) => resolver.addresses(host);
  const web = createWebFetcher({ addressesOf, allowLoopback });
  const sites = createWebFetcher({ addressesOf, allowLoopback, ports: SITE_PORTS });
  const webhooks = createWebPoster({ addressesOf, allowLoopback, internalHosts: config.webhookHosts });
  const listWork: ListWorkOptions = {
    fetch: fetchOwn ?? ((url, signal, column) => fetchList(url, { fetcher: web, signal, column })),
    verify: (address, signal, about) => engine.verify(address, { isPatient: true, signal, ...about }),
    lists,
    concurrency: listConcurrency,
    window: WINDOW * listConcurrency,
    retryDelayMs: config.listRest,
  };
  return {
    ...{ engine, reputation, metrics },
    providers: providersOf(config, { reputation, mailHosts, resolver, web }),
    siteFetcher: config.siteLogos ? sites : undefined,
    listWork: lists > 0 ? listWork : undefined,
    webhookWork: { post: (url: string, post: WebPost) => webhooks.post(url, post), ...webhookTimes },
    console: config.console ? { folder: consoleFolder, fetchList: listWork.fetch } : undefined,
    isResolverAnswering: () => resolver.isAnswering(),
    isMailPortClosed: () => portWatch.isClosed,
    shareManners: manners.share,
    isResolverBlind: () => canary?.isBlind === true,
    examine: config.doctor
      ? (tryDatabase: () => Promise<DatabaseFact>, signal: AbortSignal) =>
          examine(config, {
            tryDatabase,
            signal,
            metrics,
            now,
            machine: { listDates: () => datesOf(reputation.lists()) },
          })
      : undefined,
    onClose() {
      closeReputation();
      sites.close();
      webhooks.close();
      web.close();
      resolver.close();
    },
  };
};

/**
 * The service of a configuration: with real name servers and mail hosts, the lists of this release, and the operator's
 * own lists, which are reloaded when they change. `hooks` has the options that a configuration cannot have.
 * @throws as {@link createService} does, and ConfigError for files and folders that cannot be used.
 */
export const serviceFromConfig = async (
  config: Config & { readonly secret: string },
  hooks: ServiceHooks = {},
): Promise<Service> => {
  checkPlaces(config);
  const parts = await openParts(config, hooks);
  try {
    return await createService({
      ...hooks,
      ...parts,
      database: config.database,
      secret: config.secret,
      scriptFile: config.scriptFile ?? packagedScript,
      names: { envelope: config.envelope, workspaceParam: config.workspaceParam },
      trustedHops: config.trustedHops,
      dailyFactors: { 56: config.dailyFactor56, 48: config.dailyFactor48 },
      metricsFor: config.metrics === 'all' ? 'all' : 'local',
      metricsHosts: config.metricsHosts,
      retain: config.retain,
      retainLists: config.retainLists,
      webhookHosts: config.webhookHosts,
      publicUrl: config.publicUrl,
      brandLogos: config.brandLogos,
    });
  } catch (error) {
    parts.onClose();
    await parts.engine.close();
    throw error;
  }
};
