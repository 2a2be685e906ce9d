import { createService, type Config, type Service, type ServiceOptions } from '../src/service/index.js';
import type { ListWorkOptions } from '../src/service/bulk/list-workers.js';
import { engineFromConfig } from '../src/service/engine-from-config.js';
import { createMetrics } from '../src/service/metrics/index.js';
import { createNameResolver } from '../src/service/probe/index.js';
import { providersFromConfig } from '../src/service/providers-from-config.js';
import { reputationFromConfig } from '../src/service/reputation-from-config.js';

/** In milliseconds: a list that waited for credits, or was left by a service that ended, is taken up so soon. */
const LEASE = 3_000;

/** Who watches, whose clock, and how lists are fetched: no configuration can say these. */
export interface Around extends Pick<ServiceOptions, 'now' | 'onCall' | 'onFault' | 'drainMilliseconds'> {
  readonly fetchList: ListWorkOptions['fetch'];
}

/**
 * The service that a configuration asks for, over the mail world that its name server knows, with lists fetched as they are hosted
 * here: `serviceFromConfig` trusts no certificate of ours. It asks no site for its logo.
 */
export const startService = async (config: Config & { readonly secret: string }, { fetchList, ...around }: Around): Promise<Service> => {
  const { database, secret, scriptFile, dnsServers, dnsTimeout, lists, listConcurrency, listRest } = config;
  const { reputation, close } = await reputationFromConfig(config, around.onFault ?? (() => undefined));
  const metrics = createMetrics();
  const engine = engineFromConfig(config, reputation, metrics);
  const resolver = createNameResolver({ servers: dnsServers, timeoutMs: dnsTimeout });
  const people = providersFromConfig(config, { reputation, engine, resolver });
  const closeAll = async (): Promise<void> => {
    close();
    people.close();
    await engine.close();
    resolver.close();
  };
  const listWork: ListWorkOptions = {
    fetch: fetchList,
    verify: (address, signal) => engine.verify(address, { isPatient: true, signal }),
    ...{ lists, concurrency: listConcurrency, restFor: listRest, leaseFor: LEASE },
  };
  try {
    return await createService({
      ...around,
      ...{ database, secret, scriptFile, reputation, metrics, listWork, providers: people.providers },
      ...{ engine: { ...engine, close: closeAll }, isResolverAnswering: () => resolver.isAnswering() },
    });
  } catch (error) {
    await closeAll();
    throw error;
  }
};
