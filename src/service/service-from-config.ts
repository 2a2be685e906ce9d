import { hostname } from 'node:os';
import type { Verifier } from './app-options.js';
import type { Config } from './config.js';
import { mayContact } from './net/reachable.js';
import { createMailboxProbe, createMailHostFinder, randomLocalPart } from './probe/index.js';
import { loadReputation, type Reputation } from './reputation/index.js';
import { createService, type Service, type ServiceOptions } from './service.js';
import { createVerdictEngine } from './verdict/index.js';

/** The null sender, as SMTP writes it (RFC 5321 §4.5.5). */
const NULL_SENDER = '<>';

/** The engine over real name servers and mail hosts. */
const engineFromConfig = (config: Config, reputation: Reputation): Verifier => {
  const { allowLoopback, dnsServers, dnsTimeout, helo = hostname(), mailFrom, probing, smtpPort, smtpTimeout, verdictTimeout } = config;
  const finder = createMailHostFinder({
    servers: dnsServers.length > 0 ? dnsServers : undefined,
    timeoutMs: dnsTimeout,
    mayContact: (ip) => mayContact(ip, { allowLoopback }),
  });
  const probeMailbox = createMailboxProbe({
    port: smtpPort,
    helo,
    mailFrom: mailFrom === NULL_SENDER ? '' : mailFrom,
    replyTimeoutMs: smtpTimeout,
    totalTimeoutMs: verdictTimeout,
    randomLocalPart,
    allowLoopback,
  });
  const engine = createVerdictEngine({
    reputation,
    findMailHosts: (domain, signal) => finder.find(domain, signal),
    probeMailbox: probing ? probeMailbox : undefined,
    deadlineMs: verdictTimeout,
  });
  return {
    verify: (email, options) => engine.verify(email, options),
    async close() {
      await engine.close();
      finder.close();
    },
  };
};

/**
 * The service that a configuration asks for: real name servers, real mail hosts, the lists of this release.
 * @throws as {@link createService} does.
 */
export const serviceFromConfig = async (
  config: Config & { readonly secret: string },
  watchers: Pick<ServiceOptions, 'onCall' | 'onFault'> = {},
): Promise<Service> => {
  const { database, secret, scriptFile, envelope, workspaceParam } = config;
  const reputation = loadReputation();
  const engine = engineFromConfig(config, reputation);
  try {
    return await createService({ ...watchers, database, secret, scriptFile, names: { envelope, workspaceParam }, engine, reputation });
  } catch (error) {
    await engine.close();
    throw error;
  }
};
