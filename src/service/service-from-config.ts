import { fileURLToPath } from 'node:url';
import type { Config } from './config.js';
import { engineFromConfig } from './engine-from-config.js';
import { reputationFromConfig } from './reputation-from-config.js';
import { createService, type Service, type ServiceOptions } from './service.js';

/** Where the service's package has the script-tag file. The source has none there. */
const packagedScript = fileURLToPath(new URL('./page/email-check.js', import.meta.url));

/**
 * The service that a configuration asks for: real name servers, real mail hosts, the lists of this release and the operator's own,
 * which are read again whenever they change. What no configuration can say (who watches, whose clock) is handed in beside it.
 * @throws as {@link createService} does.
 */
export const serviceFromConfig = async (
  config: Config & { readonly secret: string },
  around: Pick<ServiceOptions, 'onCall' | 'onFault' | 'now' | 'drainMilliseconds'> = {},
): Promise<Service> => {
  const { database, secret, scriptFile = packagedScript, envelope, workspaceParam } = config;
  const { onFault = () => undefined } = around;
  const { reputation, close } = await reputationFromConfig(config, onFault);
  const engine = engineFromConfig(config, reputation);
  const closeAll = async () => {
    close();
    await engine.close();
  };
  try {
    return await createService({ ...around, database, secret, scriptFile, names: { envelope, workspaceParam }, engine: { ...engine, close: closeAll }, reputation });
  } catch (error) {
    await closeAll();
    throw error;
  }
};
