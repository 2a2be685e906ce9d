import { adaptZone } from './adapt-zone.js';
import { answersFromZone } from './dns-answers.js';
import { startDnsServer, type AskedQuestion, type DnsServer } from './dns-server.js';
import { isLoopback, isMissingAddress, LOOPBACK, onFreePort } from './loopback.js';
import { startMailHost, type MailHost } from './mail-host.js';
import { readZone } from './read-zone.js';
import { repliesFromZone, type GreylistOptions } from './recipient-replies.js';
import type { SmtpSession } from './smtp-conversation.js';
import type { Zone } from './zone.js';

export interface WorldOptions extends GreylistOptions {
  /** A zone file (a path or a file: URL) or a zone already read; the demo's own by default. */
  readonly zone?: string | URL | Zone;
  /** A free port below 32768 by default, for UDP and TCP alike. */
  readonly dnsPort?: number;
  /** A free port below 32768 by default, the same for every mail host. */
  readonly smtpPort?: number;
}

/** A running mail world: one DNS server, and mail hosts at one port of the loopback addresses that it names. */
export interface World {
  /** `127.0.0.1:PORT`, as `Resolver.setServers` takes it. */
  readonly dns: string;
  readonly smtpPort: number;
  /** The zone as it is served on this machine. */
  readonly zone: Zone;
  /** What the zone asks for and this machine cannot give, one sentence each. */
  readonly notes: readonly string[];
  /** The last thousand DNS questions, oldest first. */
  readonly questions: readonly AskedQuestion[];
  /** The last thousand SMTP connections, oldest first. */
  readonly sessions: readonly SmtpSession[];
  /** Ends every listener and connection. */
  close(): Promise<void>;
}

/**
 * Starts the mail world. Rejects with a ZoneError for a zone file that cannot be read, with a RangeError for an
 * address that is not loopback or a port that is none, and with the system's error for a wanted port that is taken.
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { zone: wanted } = options;
  const zone = typeof wanted === 'object' && !(wanted instanceof URL) ? wanted : await readZone(wanted);
  const sessions: SmtpSession[] = [];
  const answer = repliesFromZone(zone, options);
  const listening = await onFreePort((port) => listenEverywhere(zone, { answer, sessions, port }), options.smtpPort);

  const adapted = adaptZone(zone, listening.missing);
  let dns: DnsServer;
  try {
    const port = options.dnsPort === undefined ? {} : { port: options.dnsPort };
    dns = await startDnsServer({ answer: answersFromZone(adapted.zone), ...port });
  } catch (error) {
    await closeAll(listening.hosts);
    throw error;
  }
  return {
    dns: dns.dns,
    smtpPort: listening.port,
    ...adapted,
    questions: dns.questions,
    sessions,
    close: () => closeAll([dns, ...listening.hosts]),
  };
}

interface Listening {
  readonly port: number;
  readonly hosts: readonly MailHost[];
  /** The addresses that this machine does not have. */
  readonly missing: ReadonlySet<string>;
}

async function listenEverywhere(
  zone: Zone,
  host: { answer: ReturnType<typeof repliesFromZone>; sessions: SmtpSession[]; port: number },
): Promise<Listening> {
  const hosts = [await startMailHost(host)];
  const missing = new Set<string>();
  for (const [address, name] of ownAddresses(zone)) {
    if (address === LOOPBACK) continue;
    try {
      hosts.push(await startMailHost({ ...host, address, name }));
    } catch (error) {
      if (!isMissingAddress(error)) {
        await closeAll(hosts);
        throw error;
      }
      missing.add(address);
    }
  }
  return { port: host.port, hosts, missing };
}

/** Every loopback address in the zone at which something listens, and the name that greets there. */
function ownAddresses(zone: Zone): Map<string, string> {
  const addresses = new Map<string, string>();
  const open = [...zone.hosts.values()].filter((host) => !host.closed);
  for (const { name, addresses: own } of [...open, ...zone.domains.values()]) {
    for (const address of own) {
      if (isLoopback(address) && !addresses.has(address)) addresses.set(address, name);
    }
  }
  return addresses;
}

async function closeAll(servers: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(servers.map((server) => server.close()));
}
