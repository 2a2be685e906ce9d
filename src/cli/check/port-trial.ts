import { openMailHostFinder } from '../../service/compose/verdicts.js';
import type { Config } from '../../service/config.js';
import { ConnectError, type ConnectFailure } from '../../service/net/connect-error.js';
import { connect, type Connection, type ConnectOptions } from '../../service/net/connect.js';
import { oneOfEachVersion } from '../../service/probe/host-addresses.js';
import { SmtpSession } from '../../service/probe/smtp-session.js';
import type { DnsEvidence } from '../../service/verdict/index.js';

export interface PortTrialOptions {
  /** The mail hosts of a domain, from the name servers in use. */
  readonly findMailHosts: (asciiDomain: string) => Promise<DnsEvidence>;
  readonly connect: (options: ConnectOptions) => Promise<Connection>;
  /** Further options of a connection. */
  readonly connection: Pick<ConnectOptions, 'port' | 'allowLoopback' | 'proxy'>;
  /** Timeout in milliseconds of each connection, and of each greeting. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Providers whose mail hosts are always available, and accept clients that disconnect at once. */
const TRIED_DOMAINS = ['gmail.com', 'outlook.com'] as const;

const UNKNOWN = 'verdicts on existing mailboxes will be Unknown';

/** The most preferred host's first address of each version of IP. */
const hostAddressesOf = (found: DnsEvidence): { readonly host: string; readonly address: string }[] => {
  const [host] = found.kind === 'hosts' ? found.hosts.filter(({ addresses }) => addresses.length > 0) : [];
  return host ? oneOfEachVersion(host.addresses).map((address) => ({ host: host.name, address })) : [];
};

type Failure = ConnectFailure | 'silent';

const words: Readonly<Partial<Record<Failure, string>>> = {
  refused: 'the connection was refused',
  timeout: 'no answer in time',
  silent: 'no greeting',
  proxy: 'the proxy does not allow it',
};

/** Connects, reads the greeting, and sends QUIT. */
const greets = async (
  address: string,
  { connect, connection, timeoutMs, signal }: PortTrialOptions,
): Promise<Failure | undefined> => {
  try {
    const session = new SmtpSession(await connect({ ...connection, address, timeoutMs, signal }), {
      replyTimeoutMs: timeoutMs,
      onEnd: () => undefined,
    });
    // Otherwise the command would wait for a silent host, although the result is not needed.
    const cancel = () => session.fail('aborted');
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      // Any reply shows that the host is reachable.
      await session.banner;
      return undefined;
    } finally {
      signal.removeEventListener('abort', cancel);
      session.end();
    }
  } catch (error) {
    return error instanceof ConnectError ? error.code : 'silent';
  }
};

/** Why no mail host was found. The canary reports name servers that answer wrongly. */
const ofDns = (found: readonly DnsEvidence[]): string | undefined => {
  const failed = found.find((each) => each.kind === 'failed');
  return (
    failed &&
    `DNS does not answer (${failed.why}): most verdicts will be Unknown. Name a reachable name server with --dns-servers.`
  );
};

/**
 * Tests whether mail hosts can be reached at all: connects to a mail host of a big provider, reads its greeting, and
 * sends QUIT. Resolves with a sentence about the consequences if no mail host can be reached; with `undefined` if one
 * can, or if the signal has fired. Never rejects.
 */
export async function tryMailPort(options: PortTrialOptions): Promise<string | undefined> {
  const { findMailHosts, connection, signal } = options;
  const found = await Promise.all(TRIED_DOMAINS.map((domain) => findMailHosts(domain)));
  if (signal.aborted) return undefined;
  const places = found.flatMap(hostAddressesOf);
  if (places.length === 0) return ofDns(found);
  const failures: Failure[] = [];
  const reached = await Promise.any(
    places.map(async ({ address }) => {
      const failure = await greets(address, options);
      if (failure) throw (failures.push(failure), new Error(failure));
      return true;
    }),
  ).catch(() => false);
  if (reached || signal.aborted) return undefined;
  const why = failures.find((failure) => words[failure]) ?? 'unreachable';
  const hosts = [...new Set(places.map(({ host }) => host))].join(' and ');
  const mend = connection.proxy
    ? 'Use another proxy'
    : 'Many networks block this port: use another network, or --socks5 with a proxy in one that allows it';
  return `Port ${connection.port} of mail hosts cannot be reached from here (${hosts}: ${words[why] ?? 'unreachable'}): ${UNKNOWN}. ${mend}; --probing off skips mail hosts.`;
}

const TRIAL_MS = 3_000;
/** Other ports belong to a relay or a test: providers do not listen there. */
const MAIL_PORT = 25;

/** A running trial. */
export interface PortTrial {
  /** Resolves when the trial is over. Cancels it if its result is not wanted. */
  end(options: { readonly isWanted: boolean }): Promise<void>;
}

/**
 * Starts the trial if the configuration asks mail hosts on the internet, and reports the result as soon as it is known.
 */
export const startPortTrial = (config: Config, say: (sentence: string) => void): PortTrial => {
  const { probing, allowLoopback, smtpPort: port, socks5: proxy } = config;
  if (!probing || allowLoopback || port !== MAIL_PORT) return { end: () => Promise.resolve() };
  const finder = openMailHostFinder(config, { timeoutMs: TRIAL_MS });
  const off = new AbortController();
  const options = {
    findMailHosts: finder.find,
    connect,
    connection: { port, proxy },
    timeoutMs: TRIAL_MS,
    signal: off.signal,
  };
  const over = tryMailPort(options).then((sentence) => {
    if (sentence) say(sentence);
  });
  return {
    async end({ isWanted }) {
      if (!isWanted) {
        off.abort();
        finder.close();
      }
      await over;
      finder.close();
    },
  };
};
