import { dataFolderOf, domainsFolderOf, type Config } from '../config.js';
import type { ServiceMetrics } from '../metrics/index.js';
import { mayContact } from '../net/reachable.js';
import {
  createMailboxProbe,
  createMailHostFinder,
  PATIENT_WAIT_MS,
  randomLocalPart,
  type MailHostFinder,
  type MailHostFinderOptions,
  type PortWatch,
  type ResolverCanary,
} from '../probe/index.js';
import { openOwnFolder, openWatchedLists, type Reputation, type WatchedLists } from '../reputation/index.js';
import { createVerdictEngine, type VerdictParts, type VerdictEngine } from '../verdict/index.js';
import { openCanary } from './canary.js';
import { greetingNameOf, warnOfGreetingName } from './greeting-name.js';
import { openManners, type Manners } from './manners.js';
import { nameServersOf } from './name-servers.js';
import { openPortWatch } from './port-watch.js';
import { readMailProviders } from './providers-file.js';

/** Finds mail hosts through the name servers of the configuration. `timeoutMs` replaces the configured DNS timeout. */
export const openMailHostFinder = (
  config: Config,
  {
    timeoutMs = config.dnsTimeout,
    ...more
  }: Partial<Pick<MailHostFinderOptions, 'timeoutMs' | 'onQuestion' | 'canary'>> = {},
): MailHostFinder =>
  createMailHostFinder({
    servers: nameServersOf(config),
    timeoutMs,
    mayContact: (ip) => mayContact(ip, { allowLoopback: config.allowLoopback }),
    isOneEnough: !config.probing,
    ...more,
  });

/** The null sender, as SMTP writes it (RFC 5321 §4.5.5). */
export const NULL_SENDER = '<>';

/** Callbacks for the questions of an engine, and for network problems that it finds. */
export interface EngineObservers {
  /** Counts the questions. */
  readonly metrics?:
    | Pick<
        ServiceMetrics,
        'onQuestion' | 'onProbe' | 'onResolverRound' | 'onRest' | 'countResting' | 'readPaces' | 'countLists'
      >
    | undefined;
  /** Called with a sentence about a problem that the operator should look at, and what to do. */
  readonly onWarning?: ((words: string) => void) | undefined;
}

/** The parts of a configuration that give verdicts. The engine closes the other parts. */
export interface EngineParts {
  readonly engine: VerdictEngine;
  readonly mailHosts: Pick<MailHostFinder, 'find'>;
  /** Absent if the configuration has no such part. */
  readonly canary: Pick<ResolverCanary, 'isBlind' | 'settled'> | undefined;
  readonly portWatch: Pick<PortWatch, 'isClosed'>;
  readonly manners: Pick<Manners, 'share'>;
}

/** The engine that a configuration asks for, over real name servers and mail hosts. */
export const openEngine = (
  config: Config,
  reputation: Reputation,
  { metrics, onWarning }: EngineObservers = {},
): EngineParts => {
  const { fallbackMailFrom } = config;
  const mailFrom = config.mailFrom === NULL_SENDER ? '' : config.mailFrom;
  const canary = openCanary(config, { metrics, onWarning, onBlind: () => mailHosts.forget() });
  const mailHosts = openMailHostFinder(config, { onQuestion: metrics?.onQuestion, canary });
  const portWatch = openPortWatch(config, onWarning);
  warnOfGreetingName(config, onWarning);
  const senders = fallbackMailFrom === undefined ? [mailFrom] : [mailFrom, fallbackMailFrom];
  const manners = openManners(senders, { metrics, onWarning, providers: readMailProviders(config.providersFile) });
  const probeMailbox = createMailboxProbe({
    port: config.smtpPort,
    helo: greetingNameOf(config),
    mailFrom,
    fallbackMailFrom,
    connectTimeoutMs: config.connectTimeout,
    replyTimeoutMs: config.smtpTimeout,
    randomLocalPart,
    allowLoopback: config.allowLoopback,
    workspaceDetection: config.workspaceDetection,
    connectionsPerHost: config.connectionsPerHost,
    recipientsPerSession: config.recipientsPerSession,
    proxy: config.socks5,
    portWatch,
    manners: manners.manners,
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
    patientWaitMs: PATIENT_WAIT_MS,
    closeEngineParts() {
      canary?.close();
      mailHosts.close();
      probeMailbox.close();
    },
  });
  return { engine, mailHosts, canary, portWatch, manners };
};

/**
 * The lists of this release, or newer ones that the operator has taken, and the operator's own, if the configuration has folders of them, and
 * the engine over them. Newer and own lists are read again whenever they change, until `closeReputation`. `onFault` is told, in a sentence,
 * what cannot be read of them.
 */
export const openVerdicts = async (
  config: Config,
  onFault: (sentence: string) => void,
  observers?: EngineObservers,
) => {
  const folder = domainsFolderOf(config);
  const own = folder === undefined ? undefined : await openOwnFolder({ folder, onFault });
  let lists: WatchedLists | undefined;
  const closeReputation = (): void => {
    lists?.close();
    own?.close();
  };
  try {
    lists = openWatchedLists({
      dataFolder: dataFolderOf(config),
      onFault,
      ownLists: own && (() => own.lists()),
      ownDates: own && (() => own.dates()),
    });
    const { reputation } = lists;
    observers?.metrics?.countLists(() => reputation.lists());
    return { ...openEngine(config, reputation, observers), reputation, closeReputation };
  } catch (error) {
    closeReputation();
    throw error;
  }
};
