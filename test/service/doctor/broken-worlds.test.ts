import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TextRecord } from '../../../demo/world/index.js';
import { examine } from '../../../src/service/compose/doctor.js';
import { readConfig } from '../../../src/service/config-sources.js';
import type { CheckName, Diagnosis, Level } from '../../../src/service/doctor/index.js';
import { ADDRESS, DAY, LIST, listsMade, MachineWorld } from './machine-world.js';

// Each row breaks one thing. The check of that thing must say so, no other may complain, and what it says to do must mend it: records and
// options in the remedy are followed to the letter.

interface BrokenWorld {
  readonly name: string;
  readonly check: CheckName;
  readonly level: Exclude<Level, 'green' | 'skipped'>;
  readonly breaks: (world: MachineWorld) => void | Promise<void>;
  readonly says: RegExp;
  readonly remedy: RegExp;
  /** What the remedy asks a person to do, if it is not a record or an option. */
  readonly mends?: (world: MachineWorld) => void | Promise<void>;
  /** Other checks that complain of the same fault. */
  readonly also?: readonly CheckName[];
  readonly needsIpv6?: true;
}

const PTR = '5.113.0.203.in-addr.arpa';
const REFUSED = { code: 550, text: '5.1.1 No such user here' } as const;
const nxdomain = { rcode: 'NXDOMAIN', answers: [] } as const;
const ends = (world: MachineWorld) => {
  world.dnsAnswer = undefined;
};
const accepts = (world: MachineWorld) => {
  world.recipients = () => 'accept';
};
const only4 = (world: MachineWorld) => {
  world.machine = { ...world.machine, hasIpv6: () => false };
};

const greetingOf = (at: number): string =>
  `MAIL Service ready at ${new Date(at).toUTCString().replace('GMT', '+0000')}`;

const worlds: readonly BrokenWorld[] = [
  {
    name: 'name servers that do not answer',
    check: 'dns',
    level: 'red',
    breaks(world) {
      world.flags = { ...world.flags, 'dns-timeout': '300' };
      world.dnsAnswer = () => 'silence';
    },
    says: /find no mail hosts of gmail\.com, outlook\.com and yahoo\.com: timeout\./,
    remedy: /--dns-servers 127\.0\.0\.1$/,
    mends(world) {
      const { 'dns-timeout': _, ...flags } = world.flags;
      world.flags = flags;
      ends(world);
    },
  },
  {
    name: 'name servers that answer NXDOMAIN for everything',
    check: 'dns',
    level: 'red',
    breaks: (world) => void (world.dnsAnswer = () => nxdomain),
    says: /find no mail hosts of .*: NXDOMAIN\./,
    remedy: /Check the internet connection/,
    mends: ends,
  },
  {
    name: 'name servers that refuse to answer',
    check: 'dns',
    level: 'red',
    breaks: (world) => void (world.dnsAnswer = () => ({ rcode: 'REFUSED', answers: [] })),
    says: /find no mail hosts of .*: refused\./,
    remedy: /--dns-servers/,
    mends: ends,
  },
  {
    name: 'name servers that fail',
    check: 'dns',
    level: 'red',
    breaks: (world) => void (world.dnsAnswer = () => ({ rcode: 'SERVFAIL', answers: [] })),
    says: /find no mail hosts of .*: servfail\./,
    remedy: /--dns-servers/,
    mends: ends,
  },
  {
    name: 'name servers that rewrite NXDOMAIN',
    check: 'dns-rewriting',
    level: 'red',
    breaks(world) {
      world.dnsAnswer = (name, type) =>
        world.records.some((each) => each.name.endsWith(name))
          ? undefined
          : { rcode: 'NOERROR', answers: type === 'A' ? [{ name, type, data: '10.0.0.1' }] : [] };
    },
    says: /answer for a random name that does not exist/,
    remedy: /--dns-servers 127\.0\.0\.1$/,
    mends: ends,
  },
  {
    name: 'slow name servers',
    check: 'dns-latency',
    level: 'yellow',
    breaks: (world) => void (world.dnsDelayMs = 1_050),
    says: /fastest of three answers of DNS took 1\d\d\d ms/,
    remedy: /near this machine/,
    mends: (world) => void (world.dnsDelayMs = 0),
  },
  {
    name: 'name servers without TCP',
    check: 'dns-tcp',
    level: 'red',
    breaks: (world) => void (world.takesTcp = false),
    says: /^127\.0\.0\.1:\d+ does not answer over TCP/,
    remedy: /Allow TCP to port 53/,
    mends: (world) => void (world.takesTcp = true),
  },
  {
    name: 'a port that is closed over IPv4',
    check: 'port-ipv4',
    level: 'red',
    async breaks(world) {
      only4(world);
      await world.closeHosts();
    },
    says: /^Port \d+ of mail hosts cannot be reached over IPv4 \(mx\.gmail\.com: the connection was refused, /,
    remedy: /Have the provider open TCP port \d+ outwards .*--socks5/,
    mends: (world) => world.openHosts(),
  },
  {
    name: 'a port on which nobody greets',
    check: 'port-ipv4',
    level: 'red',
    async breaks(world) {
      only4(world);
      await world.closeHosts();
      await world.openSilentHost();
      world.flags = { ...world.flags, 'smtp-timeout': '300' };
    },
    says: /mx\.gmail\.com: no greeting/,
    remedy: /open TCP port/,
    async mends(world) {
      const { 'smtp-timeout': _, ...flags } = world.flags;
      world.flags = flags;
      await world.openHosts();
    },
  },
  {
    name: 'a port that is closed over IPv6',
    check: 'port-ipv6',
    level: 'yellow',
    needsIpv6: true,
    breaks: (world) => world.closeHost(6),
    says: /cannot be reached over IPv6 \(/,
    remedy: /or take the IPv6 address off this machine/,
    mends: (world) => world.openHosts(),
  },
  {
    name: 'mail hosts that refuse this machine in their greeting',
    check: 'port-ipv4',
    level: 'yellow',
    async breaks(world) {
      only4(world);
      await world.openHosts({ greeting: { code: 554, text: '5.7.1 Your address has a bad reputation' } });
    },
    says: /mx\.gmail\.com wants no conversation over IPv4 \("554 5\.7\.1 Your address has a bad reputation"\)/,
    remedy: /block lists/,
    mends: (world) => world.openHosts(),
    also: ['postmaster', 'abuse'],
  },
  {
    name: 'another address than the configured one',
    check: 'address',
    level: 'red',
    breaks(world) {
      only4(world);
      world.records = world.records.filter(({ type }) => type !== 'AAAA');
      world.flags = { ...world.flags, 'outbound-addresses': '198.51.100.7' };
    },
    says: /see this machine as 203\.0\.113\.5, and --outbound-addresses names 198\.51\.100\.7\./,
    remedy: /^--outbound-addresses 203\.0\.113\.5,/,
  },
  {
    name: 'mail hosts that do not say which address they see',
    check: 'address',
    level: 'yellow',
    breaks: (world) => world.openHosts({ ehlo: 'greets you', ehlo6: 'greets you' }),
    says: /^No mail host says under which address/,
    remedy: /--outbound-addresses 203\.0\.113\.5$/,
    async mends(world) {
      await world.openHosts();
    },
  },
  {
    name: 'an address without a name',
    check: 'ptr',
    level: 'red',
    breaks: (world) => world.set(PTR, 'PTR'),
    says: /^203\.0\.113\.5 has no name in DNS/,
    remedy: /5\.113\.0\.203\.in-addr\.arpa\. PTR vm\.firm\.net\.$/,
  },
  {
    name: 'two addresses without a name',
    check: 'ptr',
    level: 'red',
    needsIpv6: true,
    breaks: (world) => void (world.records = world.records.filter(({ type }) => type !== 'PTR')),
    says: /^203\.0\.113\.5 has no name in DNS.*2001:db8::5 has no name in DNS/,
    remedy:
      /5\.113\.0\.203\.in-addr\.arpa\. PTR vm\.firm\.net\.; and: .*\.8\.b\.d\.0\.1\.0\.0\.2\.ip6\.arpa\. PTR vm\.firm\.net\.$/,
  },
  {
    name: 'a name that has the address in it',
    check: 'ptr-generic',
    level: 'yellow',
    breaks(world) {
      world.set(PTR, 'PTR', 'ip-203-0-113-5.provider.net.');
      world.set('ip-203-0-113-5.provider.net', 'A', ADDRESS);
    },
    says: /^ip-203-0-113-5\.provider\.net, the name of 203\.0\.113\.5, looks like/,
    remedy: /PTR vm\.firm\.net\.$/,
    also: ['helo'],
  },
  {
    name: 'a name of a dial-up network',
    check: 'ptr-generic',
    level: 'yellow',
    breaks(world) {
      world.set(PTR, 'PTR', 'c7.dsl.dynamic.provider.net.');
      world.set('c7.dsl.dynamic.provider.net', 'A', ADDRESS);
    },
    says: /^c7\.dsl\.dynamic\.provider\.net/,
    remedy: /PTR vm\.firm\.net\.$/,
    also: ['helo'],
  },
  {
    name: 'a name that does not lead back',
    check: 'ptr-forward',
    level: 'red',
    breaks(world) {
      world.set(PTR, 'PTR', 'mail.firm.net.');
      world.flags = { ...world.flags, helo: 'vm.firm.net' };
    },
    says: /^203\.0\.113\.5 is called mail\.firm\.net, and mail\.firm\.net has no address\./,
    remedy: /^mail\.firm\.net\. A 203\.0\.113\.5$/,
    // It is called otherwise than it greets too, until the name is the right one.
    also: ['helo'],
    mends: (world) => world.set(PTR, 'PTR', 'vm.firm.net.'),
  },
  {
    name: 'a greeting with a bare host name',
    check: 'helo',
    level: 'red',
    breaks: (world) => void (world.flags = { ...world.flags, helo: 'vm' }),
    says: /greeted with "vm", which is not a full name/,
    remedy: /^--helo vm\.firm\.net$/,
  },
  {
    name: 'a greeting with another name than the address has',
    check: 'helo',
    level: 'yellow',
    breaks(world) {
      only4(world);
      world.records = world.records.filter(({ type }) => type !== 'AAAA');
      world.set('www.firm.net', 'A', ADDRESS);
      world.flags = { ...world.flags, helo: 'www.firm.net' };
    },
    says: /greeted with www\.firm\.net, and 203\.0\.113\.5 is called vm\.firm\.net\./,
    remedy: /^--helo vm\.firm\.net,/,
  },
  {
    name: 'a greeting with a name that has no address',
    check: 'helo',
    level: 'red',
    breaks(world) {
      only4(world);
      world.records = world.records.filter(({ type }) => type !== 'AAAA');
      world.set(PTR, 'PTR', 'box.firm.net.');
      world.set('box.firm.net', 'A', ADDRESS);
      world.set('vm.firm.net', 'A');
    },
    says: /greeted with vm\.firm\.net, which has no address; they see 203\.0\.113\.5\./,
    remedy: /^vm\.firm\.net\. A 203\.0\.113\.5$/,
    mends(world) {
      world.set('vm.firm.net', 'A', ADDRESS);
      world.set(PTR, 'PTR', 'vm.firm.net.');
    },
  },
  {
    name: 'a sender whose domain does not exist',
    check: 'sender-domain',
    level: 'red',
    breaks: (world) => void (world.flags = { ...world.flags, 'mail-from': 'check@no-such-firm.net' }),
    says: /^no-such-firm\.net, the domain of the sender, does not exist/,
    remedy: /^no-such-firm\.net\. MX 10 vm\.firm\.net\., or .*--mail-from/,
    mends: (world) => void (world.flags = { ...world.flags, 'mail-from': 'check@firm.net' }),
    also: ['spf'],
  },
  {
    name: 'a second sender, beside the null sender, whose domain does not exist',
    check: 'sender-domain',
    level: 'red',
    breaks(world) {
      const { 'mail-from': _, ...flags } = world.flags;
      world.flags = { ...flags, 'mail-from': '<>', 'fallback-mail-from': 'check@no-such-firm.net' };
    },
    says: /^no-such-firm\.net, the domain of the sender, does not exist/,
    remedy: /^no-such-firm\.net\. MX 10 vm\.firm\.net\., or .*: --fallback-mail-from check@example\.com$/,
    mends: (world) => void (world.flags = { ...world.flags, 'fallback-mail-from': 'check@firm.net' }),
    also: ['spf'],
  },
  {
    name: 'a sender whose domain has no MX record',
    check: 'sender-domain',
    level: 'yellow',
    breaks(world) {
      world.set('firm.net', 'MX');
      world.set('firm.net', 'A', '127.0.0.1');
    },
    says: /has no MX record; its A or AAAA record stands in/,
    remedy: /^firm\.net\. MX 10 vm\.firm\.net\.$/,
    mends: (world) => world.set('firm.net', 'MX', '10 mx.firm.net.'),
  },
  {
    name: 'a sender whose domain takes no mail',
    check: 'sender-domain',
    level: 'red',
    breaks: (world) => world.set('firm.net', 'MX', '0 .'),
    says: /says that it takes no mail/,
    remedy: /^firm\.net\. MX 10 /,
    mends: (world) => world.set('firm.net', 'MX', '10 mx.firm.net.'),
  },
  {
    name: 'a domain without SPF',
    check: 'spf',
    level: 'red',
    breaks: (world) => world.set('firm.net', 'TXT'),
    says: /^firm\.net has no SPF record/,
    remedy:
      /^firm\.net\. TXT "v=spf1 ip4:203\.0\.113\.5(?: ip6:2001:db8::5)? ~all", with the addresses of all other servers that send for firm\.net before ~all$/,
  },
  {
    name: 'SPF that does not cover the address',
    check: 'spf',
    level: 'red',
    breaks(world) {
      world.set('firm.net', 'TXT', 'v=spf1 include:_spf.firm.net ip6:2001:db8::/32 ~all');
      world.set('_spf.firm.net', 'TXT', 'v=spf1 ip4:198.51.100.0/24 -all');
    },
    says: /^SPF of firm\.net does not allow 203\.0\.113\.5 \(softfail\)\./,
    remedy: /^firm\.net\. TXT "v=spf1 include:_spf\.firm\.net ip6:2001:db8::\/32 ip4:203\.0\.113\.5 ~all"$/,
  },
  {
    name: 'SPF that forbids the address by name',
    check: 'spf',
    level: 'red',
    breaks: (world) => world.set('firm.net', 'TXT', `v=spf1 mx -ip4:${ADDRESS} ip6:2001:db8::/32 -all`),
    says: /^SPF of firm\.net does not allow 203\.0\.113\.5 \(fail\)\./,
    remedy: /^firm\.net\. TXT "v=spf1 mx ip4:203\.0\.113\.5 -ip4:203\.0\.113\.5 ip6:2001:db8::\/32 -all"$/,
  },
  {
    name: 'two SPF records',
    check: 'spf',
    level: 'red',
    breaks(world) {
      world.set('_spf.firm.net', 'TXT', 'v=spf1 ip4:198.51.100.0/24 -all');
      world.set(
        'firm.net',
        'TXT',
        `v=spf1 ip4:${ADDRESS} mx -all`,
        'v=spf1 mx exp=why.firm.net redirect=_spf.firm.net',
      );
    },
    says: /has 2 SPF records, and may have one/,
    remedy:
      /^One record instead of them: firm\.net\. TXT "v=spf1 ip4:203\.0\.113\.5 mx include:_spf\.firm\.net(?: ip6:2001:db8::5)? ~all exp=why\.firm\.net"$/,
  },
  {
    name: 'SPF that needs more than ten questions',
    check: 'spf',
    level: 'red',
    breaks(world) {
      for (let at = 0; at < 12; at++) world.set(`s${at}.firm.net`, 'TXT', `v=spf1 include:s${at + 1}.firm.net -all`);
      world.set('firm.net', 'TXT', `v=spf1 mx include:s0.firm.net ip4:${ADDRESS} -all`);
    },
    says: /cannot be used: It needs more than 10 questions to DNS; the first that is too many is include:s9\.firm\.net\. The term at fault is include:s0\.firm\.net\.$/,
    remedy:
      /^firm\.net\. TXT "v=spf1 ip4:203\.0\.113\.5(?: ip6:2001:db8::5)? mx include:s0\.firm\.net -all", which allows this machine; for all other servers, correct include:s0\.firm\.net$/,
  },
  {
    name: 'SPF that includes a domain without SPF',
    check: 'spf',
    level: 'red',
    breaks: (world) => world.set('firm.net', 'TXT', 'v=spf1 include:gone.firm.net mx ~all'),
    says: /cannot be used: include:gone\.firm\.net includes a domain without SPF\. The term at fault is include:gone\.firm\.net\.$/,
    remedy:
      /^firm\.net\. TXT "v=spf1 ip4:203\.0\.113\.5(?: ip6:2001:db8::5)? include:gone\.firm\.net mx ~all", which .* correct include:gone\.firm\.net$/,
  },
  {
    name: 'SPF with a term that nobody can read',
    check: 'spf',
    level: 'red',
    breaks: (world) => world.set('firm.net', 'TXT', `v=spf1 mx ipv4:${ADDRESS} ip6:2001:db8::/32 ~all`),
    says: /cannot be used: "ipv4:203\.0\.113\.5" is not a mechanism of SPF\.$/,
    remedy:
      /^Correct that term, keep the others, and allow ip4:203\.0\.113\.5(?: and ip6:2001:db8::5)?: the record is "v=spf1 mx ipv4:203\.0\.113\.5 ip6:2001:db8::\/32 ~all"$/,
    mends: (world) => world.set('firm.net', 'TXT', `v=spf1 mx ip4:${ADDRESS} ip6:2001:db8::/32 ~all`),
  },
  {
    name: 'a postmaster who is refused',
    check: 'postmaster',
    level: 'red',
    breaks: (world) => void (world.recipients = (who) => (who.startsWith('postmaster@') ? REFUSED : 'accept')),
    says: /^postmaster@firm\.net is refused: "550 5\.1\.1 No such user here"/,
    remedy: /postmaster@firm\.net$/,
    mends: accepts,
  },
  {
    name: 'an abuse mailbox that is refused',
    check: 'abuse',
    level: 'red',
    breaks: (world) => void (world.recipients = (who) => (who.startsWith('abuse@') ? REFUSED : 'accept')),
    says: /^abuse@firm\.net is refused/,
    remedy: /abuse@firm\.net$/,
    mends: accepts,
  },
  {
    name: 'a mail host that refuses the null sender',
    check: 'postmaster',
    level: 'yellow',
    breaks: (world) => world.openHosts({ mail: { code: 550, text: '5.1.0 Null sender not allowed' } }),
    says: /^mx\.firm\.net was not asked for postmaster@firm\.net: it refuses the null sender \("550 5\.1\.0 Null sender not allowed"\)\.$/,
    remedy: /^Have mx\.firm\.net take mail from the null sender/,
    mends: (world) => world.openHosts(),
    also: ['abuse'],
  },
  {
    name: 'a mail host that has the address on a block list',
    check: 'abuse',
    level: 'yellow',
    breaks: (world) =>
      void (world.recipients = () => ({
        code: 554,
        text: '5.7.1 Service unavailable; Client host [203.0.113.5] blocked using zen.spamhaus.org',
      })),
    says: /^mx\.firm\.net refuses this machine, and says nothing of abuse@firm\.net: "554 5\.7\.1 Service unavailable; Client host \[203\.0\.113\.5\] blocked using zen\.spamhaus\.org"\.$/,
    remedy: /^Look at the other findings/,
    mends: accepts,
    also: ['postmaster'],
  },
  {
    name: 'a mail host that wants a name of the address in DNS',
    check: 'abuse',
    level: 'yellow',
    breaks: (world) =>
      void (world.recipients = () => ({ code: 550, text: '5.7.25 The sending IP address has no PTR record' })),
    says: /^mx\.firm\.net refuses this machine, and says nothing of abuse@firm\.net/,
    remedy: /^Look at the other findings/,
    mends: accepts,
    also: ['postmaster'],
  },
  {
    name: 'a mailbox that is full',
    check: 'abuse',
    level: 'yellow',
    breaks: (world) =>
      void (world.recipients = (who) =>
        who.startsWith('abuse@') ? { code: 552, text: '5.2.2 Mailbox full' } : 'accept'),
    says: /^abuse@firm\.net is full: "552 5\.2\.2 Mailbox full"\.$/,
    remedy: /^Empty the mailbox, or give it more room: abuse@firm\.net$/,
    mends: accepts,
  },
  {
    name: 'a mail host that does not serve the domain',
    check: 'postmaster',
    level: 'yellow',
    breaks: (world) => void (world.recipients = () => ({ code: 554, text: '5.7.1 Relay access denied' })),
    says: /^mx\.firm\.net refuses postmaster@firm\.net, and does not say .*: "554 5\.7\.1 Relay access denied"\.$/,
    remedy: /^Find out at mx\.firm\.net why it refuses/,
    mends: accepts,
    also: ['abuse'],
  },
  {
    name: 'a refusal that says nothing of the mailbox',
    check: 'abuse',
    level: 'yellow',
    breaks: (world) =>
      void (world.recipients = (who) => (who.startsWith('abuse@') ? { code: 554, text: '5.6.0 No thanks' } : 'accept')),
    says: /^mx\.firm\.net refuses abuse@firm\.net, and does not say that there is no such mailbox: "554 5\.6\.0 No thanks"\.$/,
    remedy: /^Find out at mx\.firm\.net why it refuses/,
    mends: accepts,
  },
  {
    name: 'an address on a block list',
    check: 'block-lists',
    level: 'red',
    breaks(world) {
      world.set(`5.113.0.203.${LIST}`, 'A', '127.0.0.4');
      world.set(`5.113.0.203.${LIST}`, 'TXT', 'https://lists.net/why?203.0.113.5');
    },
    says: /^203\.0\.113\.5 is on the block list bl\.lists\.net \(127\.0\.0\.4\): https:\/\/lists\.net\/why\?203\.0\.113\.5\./,
    remedy: /ask bl\.lists\.net to take the address off/,
    mends: (world) => world.set(`5.113.0.203.${LIST}`, 'A'),
  },
  {
    name: 'a block list that refuses the name servers',
    check: 'block-lists',
    level: 'yellow',
    breaks(world) {
      world.dnsAnswer = (name, type) =>
        name.endsWith(LIST) && type === 'A'
          ? { rcode: 'NOERROR', answers: [{ name, type, data: '127.255.255.254' }] }
          : undefined;
    },
    says: /^bl\.lists\.net refuses your name servers \(127\.255\.255\.254\)/,
    remedy: /name server of your own, .*--block-lists/,
    mends: ends,
  },
  {
    name: 'a block list that has ended',
    check: 'block-lists',
    level: 'yellow',
    breaks: (world) => world.set(`2.0.0.127.${LIST}`, 'A'),
    says: /^bl\.lists\.net is not a block list that works/,
    remedy: /--block-lists takes those that are asked, or off$/,
    mends(world) {
      world.set('2.0.0.127.other.lists.net', 'A', '127.0.0.2');
      world.flags = { ...world.flags, 'block-lists': 'other.lists.net' };
    },
  },
  {
    name: 'a clock from before this release',
    check: 'clock',
    level: 'red',
    breaks: (world) => void (world.now = () => Date.parse('2020-01-01')),
    says: /^The clock says 2020-01-01, and this release was made after 20/,
    remedy: /timedatectl set-ntp true$/,
    mends: (world) => void (world.now = undefined),
  },
  {
    name: 'a clock behind the times in the database',
    check: 'clock',
    level: 'red',
    breaks: (world) => void (world.now = () => Date.now() - 3 * DAY),
    says: /this database has seen .*daily limits count as one day\.$/,
    remedy: /timedatectl/,
    mends: (world) => void (world.now = undefined),
  },
  {
    name: 'a clock that differs from those of mail hosts',
    check: 'clock',
    level: 'yellow',
    breaks: (world) => world.openHosts({ banner: greetingOf(Date.now() + 2 * 60 * 60_000) }),
    says: /^The clock is (?:119|120) minutes behind the times that mail hosts name\.$/,
    remedy: /timedatectl/,
    mends: (world) => world.openHosts({ banner: greetingOf(Date.now()) }),
  },
  {
    name: 'a disk that is nearly full',
    check: 'disk',
    level: 'red',
    breaks: (world) =>
      void (world.machine = { ...world.machine, disk: () => Promise.resolve({ folder: '/srv', free: 50 * 2 ** 20 }) }),
    says: /^\/srv has 50 MiB free\.$/,
    remedy: /Free space on the disk of \/srv/,
    mends: (world) =>
      void (world.machine = { ...world.machine, disk: () => Promise.resolve({ folder: '/srv', free: 2 ** 31 }) }),
  },
  {
    name: 'a database of another program',
    check: 'database',
    level: 'red',
    breaks(world) {
      const database = join(world.folder, 'foreign.sqlite');
      writeFileSync(database, 'no database '.repeat(100));
      world.flags = { ...world.flags, database };
    },
    says: /^The database cannot be used\.$/,
    remedy: /foreign\.sqlite is not a database: name another file/,
    mends: (world) => void (world.flags = { ...world.flags, database: join(world.folder, 'good.sqlite') }),
  },
  {
    name: 'a database whose keys have another secret',
    check: 'database',
    level: 'red',
    breaks: (world) => void (world.flags = { ...world.flags, secret: 'not the secret of the test' }),
    says: /^The database cannot be used\.$/,
    remedy: /another secret/,
    mends: (world) => void (world.flags = { ...world.flags, secret: 'a secret of the test' }),
  },
  {
    name: 'a database that is missing',
    check: 'database',
    level: 'yellow',
    breaks: (world) => void (world.flags = { ...world.flags, database: join(world.folder, 'none.sqlite') }),
    says: /^There is no database yet\.$/,
    remedy: /^email-check accounts add/,
    mends: (world) => void (world.flags = { ...world.flags, database: join(world.folder, 'good.sqlite') }),
  },
  {
    name: 'lists of an old build',
    check: 'data',
    level: 'yellow',
    breaks: (world) => void (world.machine = { ...world.machine, listDates: listsMade(200) }),
    says: /^The lists were made on \d{4}-\d\d-\d\d, 200 days ago\. Last changes: disposable \d{4}-\d\d-\d\d, role 2023-05-01\.$/,
    remedy: /newer release/,
    mends: (world) => void (world.machine = { ...world.machine, listDates: listsMade(0) }),
  },
  {
    name: 'lists that are older than two years',
    check: 'data',
    level: 'red',
    breaks: (world) => void (world.machine = { ...world.machine, listDates: listsMade(731) }),
    says: /, 731 days ago\./,
    remedy: /email-check data update --from FOLDER$/,
    mends: (world) => void (world.machine = { ...world.machine, listDates: listsMade(0) }),
  },
];

/** Follows the records that a remedy names, or else the option. */
const follow = (world: MachineWorld, remedy: string): void => {
  const records = [...remedy.matchAll(/(\S+)\. (A|AAAA|MX|PTR|TXT) ("[^"]*"|\d+ [^\s;]+|[^\s;]+)/g)];
  for (const [, name = '', type, data = ''] of records)
    world.set(name, type as TextRecord['type'], data.replaceAll('"', ''));
  if (records.length > 0) return;
  const [, option = '', value = ''] = /--([\w-]+) ([^\s,]+)/.exec(remedy) ?? [];
  world.flags = { ...world.flags, [option]: value };
};

const complaintsOf = ({ findings }: Diagnosis) =>
  findings.filter(({ level }) => level === 'red' || level === 'yellow').map(({ check }) => check);

describe('a machine on which', () => {
  it('nothing is wrong has green lines alone', async () => {
    const world = await new MachineWorld().start();
    try {
      const { level, findings } = await world.examine();
      assert.deepEqual(
        findings.filter((each) => each.level !== 'green' && world.hasIpv6),
        [],
      );
      assert.equal(level, 'green');
    } finally {
      await world.close();
    }
  });

  it('nothing is known beforehand has its disk, its versions of IP and its lists looked at', async () => {
    const world = await new MachineWorld().start();
    try {
      const { findings } = await examine(readConfig({ flags: world.allFlags() }));
      const of = (name: CheckName) => findings.find(({ check }) => check === name)?.sentence ?? '';
      assert.match(of('disk'), /^\/.* has \d+ [MG]iB free\.$/);
      assert.match(of('data'), /^The lists were made on \d{4}-\d\d-\d\d\. Last changes: disposable.*\.$/);
      if (world.hasIpv6) assert.match(of('port-ipv6'), /^Port \d+ is open over IPv6/);
    } finally {
      await world.close();
    }
  });

  it('meets a mail host that wants encryption has its duty mailboxes skipped', async () => {
    const world = await new MachineWorld().start();
    try {
      await world.openHosts({ mail: { code: 530, text: '5.7.0 Must issue a STARTTLS command first' } });
      const { findings } = await world.examine();
      for (const name of ['postmaster', 'abuse'] as const)
        assert.deepEqual(
          findings.find(({ check }) => check === name),
          {
            check: name,
            level: 'skipped',
            sentence: `Not checked: mx.firm.net takes ${name}@firm.net only over an encrypted connection ("530 5.7.0 Must issue a STARTTLS command first").`,
          },
        );
    } finally {
      await world.close();
    }
  });

  it('has at least 25 faults to find', () => assert.ok(worlds.length >= 25));

  for (const { name, check, level, breaks, says, remedy, mends, also = [], needsIpv6 } of worlds)
    it(`${check} finds ${name}, and is green once that is mended`, async (t) => {
      const world = await new MachineWorld().start();
      try {
        if (needsIpv6 && !world.hasIpv6) return t.skip('This machine has no IPv6 loopback.');
        await breaks(world);
        const broken = await world.examine();
        const finding = broken.findings.find((each) => each.check === check);
        assert.equal(finding?.level, level, JSON.stringify(broken.findings));
        assert.match(finding.sentence, says);
        assert.match(finding.remedy ?? '', remedy);
        assert.deepEqual(
          complaintsOf(broken).filter((each) => each !== check && !also.includes(each)),
          [],
          JSON.stringify(broken.findings),
        );
        if (mends) await mends(world);
        else follow(world, finding.remedy ?? '');
        const mended = await world.examine();
        assert.deepEqual(complaintsOf(mended), [], JSON.stringify(mended.findings));
        assert.equal(mended.findings.find((each) => each.check === check)?.level, 'green');
      } finally {
        await world.close();
      }
    });
});
