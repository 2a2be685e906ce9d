import { hostname } from 'node:os';
import { domainsFolderOf, type Config } from '../config.js';
import type { ServiceMetrics } from '../metrics/index.js';
import { mayContact } from '../net/reachable.js';
import {
  createMailboxProbe,
  createMailHostFinder,
  randomLocalPart,
  type MailHostFinder,
  type MailHostFinderOptions,
} from '../probe/index.js';
import { loadReputation, openOwnFolder, type Reputation } from '../reputation/index.js';
import { createVerdictEngine, type VerdictParts, type VerdictEngine } from '../verdict/index.js';

/** The name servers to ask; the system's if the configuration names none. */
export const nameServersOf = ({ dnsServers }: Config): readonly string[] | undefined =>
  dnsServers.length > 0 ? dnsServers : undefined;

/** Finds mail hosts through the name servers of the configuration. `timeoutMs` replaces the configured DNS timeout. */
export const openMailHostFinder = (
  config: Config,
  { timeoutMs = config.dnsTimeout, onQuestion }: Partial<Pick<MailHostFinderOptions, 'timeoutMs' | 'onQuestion'>> = {},
): MailHostFinder =>
  createMailHostFinder({
    servers: nameServersOf(config),
    timeoutMs,
    mayContact: (ip) => mayContact(ip, { allowLoopback: config.allowLoopback }),
    isOneEnough: !config.probing,
    onQuestion,
  });

/** The null sender, as SMTP writes it (RFC 5321 §4.5.5). */
const NULL_SENDER = '<>';

type EngineMetrics = Pick<ServiceMetrics, 'onQuestion' | 'onProbe'>;

/** The engine that a configuration asks for, and the finder of mail hosts that it uses and closes, over real name servers and mail hosts. `metrics` counts what is asked. */
export const openEngine = (
  config: Config,
  reputation: Reputation,
  metrics?: EngineMetrics,
): { readonly engine: VerdictEngine; readonly mailHosts: Pick<MailHostFinder, 'find'> } => {
  const { helo = hostname(), mailFrom } = config;
  const mailHosts = openMailHostFinder(config, { onQuestion: metrics?.onQuestion });
  const probeMailbox = createMailboxProbe({
    port: config.smtpPort,
    helo,
    mailFrom: mailFrom === NULL_SENDER ? '' : mailFrom,
    connectTimeoutMs: config.connectTimeout,
    replyTimeoutMs: config.smtpTimeout,
    randomLocalPart,
    allowLoopback: config.allowLoopback,
    connectionsPerHost: config.connectionsPerHost,
    recipientsPerSession: config.recipientsPerSession,
    proxy: config.socks5,
  });
  const countedProbe: VerdictParts['probeMailbox'] = async (...asked) => {
    const evidence = await probeMailbox(...asked);
    metrics?.onProbe(evidence);
    return evidence;
  };
  const engine = createVerdictEngine({
    reputation,
    findMailHosts: (domain) => mailHosts.find(domain),
    cachedMailHosts: (domain) => mailHosts.cached(domain),
    probeMailbox: config.probing ? countedProbe : undefined,
    deadlineMs: config.verdictTimeout,
    closeEngineParts() {
      mailHosts.close();
      probeMailbox.close();
    },
  });
  return { engine, mailHosts };
};

/**
 * The lists of this release and the operator's own, if the configuration has a folder of them, and the engine over them. The operator's
 * lists are read again whenever they change, until `closeReputation`. `onFault` is told, in a sentence, what cannot be read of them.
 */
export const openVerdicts = async (config: Config, onFault: (sentence: string) => void, metrics?: EngineMetrics) => {
  const folder = domainsFolderOf(config);
  const own = folder === undefined ? undefined : await openOwnFolder({ folder, onFault });
  try {
    const reputation = loadReputation({ ownLists: own && (() => own.lists()) });
    return { ...openEngine(config, reputation, metrics), reputation, closeReputation: () => own?.close() };
  } catch (error) {
    own?.close();
    throw error;
  }
};
