import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answersFromRecords,
  startDnsServer,
  startMailHost,
  type DnsAnswer,
  type DnsServer,
  type MailHostOptions,
  type RecipientReply,
  type TextRecord,
} from '../../../demo/world/index.js';
import { isMissingAddress, onFreePort } from '../../../demo/world/loopback.js';
import { readConfig } from '../../../src/service/config-sources.js';
import { examine, type DoctorOptions } from '../../../src/service/compose/doctor.js';
import { openAccounts } from '../../../src/service/index.js';

/** The addresses under which the mail hosts of this world see the machine. */
export const ADDRESS = '203.0.113.5';
export const ADDRESS6 = '2001:db8::5';
const PTR = '5.113.0.203.in-addr.arpa';
const PTR6 = `5.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`;
export const LIST = 'bl.lists.net';
const SECRET = 'a secret of the test';

const wellKnown: readonly TextRecord[] = ['gmail.com', 'outlook.com', 'yahoo.com'].flatMap((name): TextRecord[] => [
  { name, type: 'MX', data: `10 mx.${name}.` },
  { name: `mx.${name}`, type: 'A', data: '127.0.0.1' },
  { name: `mx.${name}`, type: 'AAAA', data: '::1' },
]);

/** The records of a machine on which nothing is wrong. */
export const goodRecords: readonly TextRecord[] = [
  ...wellKnown,
  { name: PTR, type: 'PTR', data: 'vm.firm.net.' },
  { name: PTR6, type: 'PTR', data: 'vm.firm.net.' },
  { name: 'vm.firm.net', type: 'A', data: ADDRESS },
  { name: 'vm.firm.net', type: 'AAAA', data: ADDRESS6 },
  { name: 'firm.net', type: 'MX', data: '10 mx.firm.net.' },
  { name: 'mx.firm.net', type: 'A', data: '127.0.0.1' },
  { name: 'firm.net', type: 'TXT', data: `v=spf1 ip4:${ADDRESS} ip6:${ADDRESS6} -all` },
  { name: `2.0.0.127.${LIST}`, type: 'A', data: '127.0.0.2' },
];

/** What the checks would find out about the machine that runs the test. */
type MachineFacts = NonNullable<DoctorOptions['machine']>;

export const DAY = 24 * 60 * 60_000;

export const dayBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** Lists of one build, one of which changes rarely. */
export const listsMade = (days: number): NonNullable<MachineFacts['listDates']> => {
  const made = dayBefore(days);
  return () => [
    { name: 'disposable', date: made, made },
    { name: 'role', date: '2023-05-01', made },
  ];
};

/** A machine with room on its disk, and with new lists. */
export const goodFacts: MachineFacts = {
  listDates: listsMade(20),
  disk: () => Promise.resolve({ folder: '/var/lib/email-check', free: 74 * 2 ** 30 }),
};

type HostManners = Pick<MailHostOptions, 'greeting' | 'banner' | 'mail'> & {
  /** What follows the name in the reply to EHLO. */
  readonly ehlo?: string | undefined;
  readonly ehlo6?: string | undefined;
};

/** A machine, and the part of the internet that it meets. Whatever is changed counts from the next look on. */
export class MachineWorld {
  records: readonly TextRecord[] = goodRecords;
  /** Replaces the answers of the name server. */
  dnsAnswer: ((name: string, type: string) => DnsAnswer | undefined) | undefined;
  dnsDelayMs = 0;
  takesTcp = true;
  flags: Readonly<Record<string, string>>;
  machine: MachineFacts = goodFacts;
  now: (() => number) | undefined;
  recipients: (recipient: string) => RecipientReply = () => 'accept';
  /** Whether this machine has an IPv6 loopback. */
  hasIpv6 = true;
  readonly folder = mkdtempSync(join(tmpdir(), 'email-check-doctor-'));
  #dns: DnsServer | undefined;
  #hosts: { close(): Promise<void> }[] = [];
  #port = 0;

  constructor() {
    this.flags = {
      ...{ database: join(this.folder, 'good.sqlite'), secret: SECRET },
      ...{ helo: 'vm.firm.net', 'mail-from': 'check@firm.net', 'block-lists': LIST, 'allow-loopback': 'on' },
    };
  }

  async start(): Promise<this> {
    const { accounts, close } = await openAccounts({ database: this.flags['database'] ?? '', secret: SECRET });
    const { id: account } = await accounts.createAccount({ name: 'Shop', credits: 5 });
    await accounts.createKey({ account, kind: 'private' });
    await close();
    const fromRecords = answersFromRecords(() => this.records);
    this.#dns = await startDnsServer({
      answer: (question) => this.dnsAnswer?.(question.name.toLowerCase(), question.type) ?? fromRecords(question),
      delayMs: () => this.dnsDelayMs,
      takesTcp: () => this.takesTcp,
    });
    await this.openHosts();
    return this;
  }

  /** Mail hosts that behave in one way at 127.0.0.1 and ::1. */
  async openHosts({
    ehlo = 'at your service, [203.0.113.5]',
    ehlo6 = `Hello [IPv6:${ADDRESS6}]`,
    ...manners
  }: HostManners = {}) {
    await this.closeHosts();
    const answer: MailHostOptions['answer'] = ({ recipient }) => this.recipients(recipient);
    await onFreePort(async (port) => {
      this.#hosts.push(await startMailHost({ answer, port, ehlo, ...manners }));
      this.#port = port;
    });
    try {
      this.#hosts.push(await startMailHost({ answer, port: this.#port, address: '::1', ehlo: ehlo6, ...manners }));
    } catch (error) {
      if (!isMissingAddress(error)) throw error;
      this.hasIpv6 = false;
      this.records = this.records.filter(({ type }) => type !== 'AAAA');
    }
  }

  /** Nothing listens at one of the two addresses any more. */
  async closeHost(version: 4 | 6): Promise<void> {
    const [host] = this.#hosts.splice(version === 4 ? 0 : 1, 1);
    await host?.close();
  }

  async closeHosts(): Promise<void> {
    await Promise.all(this.#hosts.splice(0).map((host) => host.close()));
  }

  /** A host at 127.0.0.1 that takes connections and says nothing. */
  async openSilentHost(): Promise<void> {
    const server: Server = createServer(() => undefined);
    const sockets = new Set<{ destroy(): unknown }>();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#hosts.unshift({
      async close() {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, 'close');
      },
    });
  }

  /** The records of a name and a type are these instead. */
  set(name: string, type: TextRecord['type'], ...data: readonly string[]): void {
    const others = this.records.filter((each) => each.name !== name || each.type !== type);
    this.records = [...others, ...data.map((each) => ({ name, type, data: each }))];
  }

  /** All options, as a command line has them. */
  allFlags(): Readonly<Record<string, string>> {
    return { 'dns-servers': this.#dns?.dns ?? '', 'smtp-port': String(this.#port), ...this.flags };
  }

  examine() {
    return examine(readConfig({ flags: this.allFlags() }), { machine: this.machine, now: this.now });
  }

  async close(): Promise<void> {
    await this.closeHosts();
    await this.#dns?.close();
    rmSync(this.folder, { recursive: true });
  }
}
