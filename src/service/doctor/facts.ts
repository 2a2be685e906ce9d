import type { Connection, ConnectOptions } from '../net/connect.js';
import type { DnsAnswer, DnsQuestions } from '../probe/dns-questions.js';
import { oneOfEachVersion } from '../probe/host-addresses.js';
import { askCanary, type CanaryRound } from '../probe/resolver-canary.js';
import type { DnsEvidence } from '../verdict/index.js';
import { reverseName } from './reverse-name.js';
import { senderDomainOf, type DoctorSettings } from './settings.js';
import { askForMailboxes, visit, type HostPlace, type MailboxReply, type Visit, type VisitOptions } from './visit.js';

/** What a trial of the database found. */
export type DatabaseFact =
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string }
  /** It was written to. `clock`: what its times say against this machine's clock. */
  | { readonly kind: 'works'; readonly clock: { readonly isBehind: boolean; readonly words: string } | undefined };

/** Free space of the disk that a folder is on, in bytes. */
export interface DiskFact {
  readonly folder: string;
  readonly free: number;
}

/** A list of domains or names in use. */
export interface ListDate {
  readonly name: string;
  /** The day on which it changed last, `2026-09-21`. */
  readonly date: string;
  /** The day of the build of the release, or on which it was taken. */
  readonly made: string;
}

/** What facts are gathered with. */
export interface DoctorParts {
  readonly questions: Pick<DnsQuestions, 'a' | 'aaaa' | 'mx' | 'ptr' | 'txt' | 'servers'>;
  readonly findMailHosts: (asciiDomain: string) => Promise<DnsEvidence>;
  /** Whether a name server answers over TCP. */
  readonly answersOverTcp: (server: string, asciiDomain: string, signal: AbortSignal) => Promise<boolean>;
  readonly connect: (options: ConnectOptions) => Promise<Connection>;
  readonly tryDatabase: () => Promise<DatabaseFact>;
  /** `undefined` if the database is not on a disk of this machine. */
  readonly disk: () => Promise<DiskFact | undefined>;
  readonly hasIpv6: () => boolean;
  readonly listDates: () => readonly ListDate[];
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
}

/** An address of this machine and its names in DNS. */
export interface NamedAddress {
  readonly address: string;
  readonly names: DnsAnswer<string>;
}

/** At most so many hosts are visited. */
const MOST_HOSTS = 3;
/** Milliseconds of a clock that measures how long something takes. */
const elapsed = () => performance.now();

const once = <Value>(gather: () => Promise<Value>): (() => Promise<Value>) => {
  let gathered: Promise<Value> | undefined;
  return () => (gathered ??= gather());
};

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The facts of one diagnosis, each gathered once, when the first check asks for it. */
export class Facts {
  readonly settings: DoctorSettings;
  readonly parts: DoctorParts;
  readonly signal: AbortSignal;

  constructor(settings: DoctorSettings, parts: DoctorParts, signal: AbortSignal) {
    this.settings = settings;
    this.parts = parts;
    this.signal = signal;
  }

  /** A round of questions that name servers must answer rightly; `undefined` without domains to ask for. */
  readonly canary = once(async (): Promise<CanaryRound | undefined> => {
    const { canaryDomains: domains } = this.settings;
    return domains.length > 0 ? askCanary({ domains, questions: this.parts.questions }) : undefined;
  });

  /** Whether DNS can be used for other checks. */
  readonly isDnsUsable = once(async () => {
    const round = await this.canary();
    return round === undefined || round.kind === 'good';
  });

  /** The shortest time of three answers in milliseconds: the first may have been looked for at other name servers. */
  readonly dnsLatency = once(async () => {
    const [domain = ''] = this.settings.canaryDomains;
    let fastest = Infinity;
    for (let times = 0; times < 3; times++) {
      const since = elapsed();
      await this.parts.questions.mx(domain);
      fastest = Math.min(fastest, elapsed() - since);
    }
    return fastest;
  });

  /** One short conversation with each host, over each version of IP. */
  readonly visits = once(async (): Promise<readonly Visit[]> => {
    const places = await this.#places();
    return Promise.all(places.map((place) => visit(place, this.#visitOptions(), this.parts.now)));
  });

  /** The addresses under which mail hosts see this machine; those that are configured if no mail host says. */
  readonly addresses = once(async (): Promise<readonly string[]> => {
    const seen = await this.seenAddresses();
    return seen.length > 0 ? seen : this.settings.outboundAddresses;
  });

  readonly seenAddresses = once(async (): Promise<readonly string[]> => {
    const { isProbing } = this.settings;
    const visits = isProbing && (await this.isDnsUsable()) ? await this.visits() : [];
    const seen = visits.flatMap((each) => (each.outcome === 'greeted' && each.seenAs ? [each.seenAs] : []));
    return [...new Set(seen)];
  });

  /** The names of these addresses. */
  readonly named = once(async (): Promise<readonly NamedAddress[]> => {
    const addresses = await this.addresses();
    return Promise.all(
      addresses.map(async (address) => {
        const names = await this.parts.questions.ptr(reverseName(address));
        return { address, names: names.kind === 'records' ? { ...names, records: names.records.map(bare) } : names };
      }),
    );
  });

  /** The mail hosts of the sender's domain. */
  readonly senderHosts = once(async (): Promise<DnsEvidence | undefined> => {
    const domain = senderDomainOf(this.settings);
    return domain === undefined ? undefined : this.parts.findMailHosts(domain);
  });

  /** What the first mail host of the sender's domain that can be reached says to its duty mailboxes. */
  readonly dutyMailboxes = once(
    async (): Promise<
      ReadonlyMap<string, MailboxReply> | Extract<Visit, { outcome: 'unreachable' | 'refused' }> | undefined
    > => {
      const found = await this.senderHosts();
      const domain = senderDomainOf(this.settings);
      const asked = ['postmaster', 'abuse'].map((name) => `${name}@${domain}`);
      let last: Extract<Visit, { outcome: 'unreachable' | 'refused' }> | undefined;
      for (const { name: host, addresses } of found?.kind === 'hosts' ? found.hosts : [])
        for (const address of addresses.slice(0, 2)) {
          const answer = await askForMailboxes({ host, address }, this.#visitOptions(), asked);
          if (!('outcome' in answer)) return answer;
          last = answer;
        }
      return last;
    },
  );

  readonly database = once(() => this.parts.tryDatabase());

  /** The A or AAAA records of a name, as the version of `ip` wants it. */
  addressesOf(name: string, ip: string): Promise<DnsAnswer<string>> {
    return ip.includes(':') ? this.parts.questions.aaaa(name) : this.parts.questions.a(name);
  }

  /** The first address of each version, of some hosts. */
  async #places(): Promise<readonly HostPlace[]> {
    const { hosts, canaryDomains } = this.settings;
    const { questions, findMailHosts } = this.parts;
    const found = hosts.length
      ? hosts.map(async (host) => {
          const answers = await Promise.all([questions.a(host), questions.aaaa(host)]);
          return { host, addresses: answers.flatMap((each) => (each.kind === 'records' ? each.records : [])) };
        })
      : canaryDomains.map(async (domain) => {
          const evidence = await findMailHosts(domain);
          const [first] = evidence.kind === 'hosts' ? evidence.hosts.filter((each) => each.addresses.length > 0) : [];
          return first && { host: first.name, addresses: first.addresses };
        });
    const all = (await Promise.all(found)).filter((each) => each !== undefined).slice(0, MOST_HOSTS);
    return all.flatMap(({ host, addresses }) => oneOfEachVersion(addresses).map((address) => ({ host, address })));
  }

  #visitOptions(): VisitOptions {
    const { port, proxy, allowLoopback, connectTimeoutMs, replyTimeoutMs, helo } = this.settings;
    const { connect } = this.parts;
    return {
      connect,
      connection: { port, proxy, allowLoopback, signal: this.signal },
      connectTimeoutMs,
      replyTimeoutMs,
      helo,
    };
  }
}
