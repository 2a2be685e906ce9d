import { hostname } from 'node:os';
import type { Config } from './config.js';
import type { ServiceMetrics } from './metrics/index.js';
import { mayContact } from './net/reachable.js';
import { createMailboxProbe, createMailHostFinder, randomLocalPart, type MailHostFinder } from './probe/index.js';
import type { Reputation } from './reputation/index.js';
import { createVerdictEngine, type VerdictParts, type Verifier } from './verdict/index.js';

/** The null sender, as SMTP writes it (RFC 5321 §4.5.5). */
const NULL_SENDER = '<>';

/** Told of what was asked. */
export type EngineObserver = Pick<ServiceMetrics, 'onQuestion' | 'onProbe'>;

/** An engine, and what it finds mail hosts with until it is closed. */
export interface EngineParts {
  readonly engine: Verifier;
  readonly mailHosts: Pick<MailHostFinder, 'find'>;
}

/** The engine that a configuration asks for, over real name servers and mail hosts. */
export const engineFromConfig = (config: Config, reputation: Reputation, observer?: EngineObserver): EngineParts => {
  const {
    allowLoopback,
    connectionsPerHost,
    connectTimeout,
    dnsServers,
    dnsTimeout,
    helo = hostname(),
    mailFrom,
    probing,
    recipientsPerSession,
    smtpPort,
    smtpTimeout,
    socks5,
    verdictTimeout,
  } = config;
  const finder = createMailHostFinder({
    servers: dnsServers.length > 0 ? dnsServers : undefined,
    timeoutMs: dnsTimeout,
    mayContact: (ip) => mayContact(ip, { allowLoopback }),
    isOneEnough: !probing,
    onQuestion: observer?.onQuestion,
  });
  const probeMailbox = createMailboxProbe({
    port: smtpPort,
    helo,
    mailFrom: mailFrom === NULL_SENDER ? '' : mailFrom,
    connectTimeoutMs: connectTimeout,
    replyTimeoutMs: smtpTimeout,
    randomLocalPart,
    allowLoopback,
    connectionsPerHost,
    recipientsPerSession,
    proxy: socks5,
  });
  const watchedProbe: VerdictParts['probeMailbox'] = async (...asked) => {
    const evidence = await probeMailbox(...asked);
    observer?.onProbe(evidence);
    return evidence;
  };
  const engine = createVerdictEngine({
    reputation,
    findMailHosts: (domain) => finder.find(domain),
    rememberedMailHosts: (domain) => finder.remembered(domain),
    probeMailbox: probing ? watchedProbe : undefined,
    deadlineMs: verdictTimeout,
    closeParts() {
      finder.close();
      probeMailbox.close();
    },
  });
  return { engine, mailHosts: finder };
};
