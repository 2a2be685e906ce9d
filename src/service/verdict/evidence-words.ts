import type { DnsEvidence, Evidence, ProbedHost, ProbeEvidence, Reply } from './evidence.js';
import { syntaxFaultClauses } from './fault-words.js';
import { decide, DOMAIN_TAKES_NO_MAIL } from './table.js';
import type { VerificationResult } from './verdict-engine.js';

/** The reason for each row of the verdict table. */
const reasons: Readonly<Record<number, string>> = {
  1: 'the text is not an address that mail can be sent to',
  2: 'the domain is reserved (as .test is) and never receives mail from the internet',
  3: 'the domain provides temporary mailboxes',
  4: 'the address is on your list of spam traps',
  5: 'the domain does not accept mail',
  6: 'DNS gave no usable answer, which proves nothing',
  7: "the domain's mail host serves only domains that provide temporary mailboxes",
  8: 'mail hosts are not asked here',
  9: "the mail host's words say that the mailbox does not exist",
  10: 'the mail host refused the sender, not the mailbox, which proves nothing',
  11: 'the mailbox exists, and is full',
  12: "the mail host's code says that the mailbox does not exist",
  13: 'the mail host accepts every address of this domain, so accepting this one proves nothing',
  14: 'the mail host accepts this address and refuses addresses that do not exist',
  15: 'the mail host accepts this address, and perhaps every other one',
  16: 'no reply was about the mailbox, which proves nothing',
};

/** The row of the verdict table that decided. */
export const rowOf = ({ validation: { role }, evidence }: VerificationResult): number => decide(evidence, { role }).row;

/** Row 9 has two kinds of proof: words about the mailbox, and a code about its domain. So has row 13: what the host accepts, and which host it is. */
const reasonOfRow = (row: number, { probe, parked }: Evidence): string => {
  if (row === 13 && parked !== undefined)
    return 'the domain is parked: its mail host accepts every address, and nobody reads the mail';
  const byCode =
    row === 9 && typeof probe === 'object' && 'reply' in probe && probe.reply.code === DOMAIN_TAKES_NO_MAIL;
  return byCode
    ? `the mail host's code (${DOMAIN_TAKES_NO_MAIL}) says that the domain does not accept mail`
    : (reasons[row] ?? 'see the table');
};

/** Why the verdict follows from its evidence. */
export const because = (verified: VerificationResult): string => reasonOfRow(rowOf(verified), verified.evidence);

const dns: Readonly<Record<Exclude<DnsEvidence['kind'], 'hosts' | 'failed'>, string>> = {
  'no-such-domain': 'the domain does not exist (NXDOMAIN)',
  'no-mail-host': 'the domain has neither mail hosts (MX) nor an IP address',
  'null-mx': 'the domain says that it does not accept mail (null MX)',
  'unresolvable-hosts': "no mail host's name resolves to an IP address",
  'forbidden-hosts': 'the mail hosts are at addresses that must not be contacted',
};

const NOT_BELIEVED = 'DNS is not believed: the name servers answer wrongly for names that are known';

const outcomes: Readonly<Record<ProbeEvidence['outcome'], string>> = {
  accepted: 'accepted the address',
  refused: 'refused the address',
  'session-refused': 'refused before it was asked about the address',
  dropped: 'closed the connection',
  'timed-out': 'did not answer in time',
  garbled: 'answered with something other than SMTP',
  unsupported: 'does not accept addresses beyond ASCII (SMTPUTF8)',
  unreachable: 'could not connect to a mail host',
  aborted: 'cancelled',
  'not-asked': 'not asked',
};

const unreachableWhy = {
  proxy: 'the proxy failed',
  port: 'none was tried, since the port has been closed for all hosts lately',
} as const;

const knownHosts: Readonly<Record<'accepts-all' | 'refuses-unknown', string>> = {
  'accepts-all': 'this host is known to accept every address',
  'refuses-unknown': 'this host is known to refuse addresses that do not exist',
};

/** Why a verdict was not completed. */
export const gaveUp: Readonly<Record<NonNullable<Evidence['gaveUp']>, string>> = {
  deadline: 'out of time',
  aborted: 'cancelled',
  failed: 'a step failed, which is a bug in this program',
};

/** A mail host's reply. */
export const replyText = ({ code, status, text }: Reply): string => [code, status, text].filter(Boolean).join(' ');

const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type NotAsked = Extract<ProbeEvidence, { outcome: 'not-asked' }>;

const notAsked: Readonly<Record<NotAsked['why'], (probe: NotAsked) => string>> = {
  refused: ({ place, reason, until }) =>
    `${place} refused this machine (${reason}), and is left alone until ${minuteOf(until)}`,
  'unknown-share': ({ place, until }) =>
    `too many of the mailboxes asked for at ${place} were unknown: it is left alone until ${minuteOf(until)}`,
  never: ({ place, reason }) => `the rule for ${place}${reason && `, which ${reason}`}; --providers-file can change it`,
  budget: ({ place, until }) => `the day's budget for ${place} is used up until ${minuteOf(until)}`,
  pace: ({ place }) => `too many others wait for ${place}`,
};

/** How a probe ended. */
export const outcomeText = (probe: ProbeEvidence): string => {
  const text = outcomes[probe.outcome];
  if ('stage' in probe) return `${text} (${probe.stage})`;
  if (probe.outcome === 'not-asked') return `${text}: ${notAsked[probe.why](probe)}`;
  return 'why' in probe ? `${text}: ${unreachableWhy[probe.why]}` : text;
};

/** What DNS says of a domain, a text for each mail host. */
export const dnsTexts = (found: DnsEvidence): readonly string[] => {
  if (found.kind === 'failed') return [found.why === 'blind' ? NOT_BELIEVED : `DNS failed: ${found.why}`];
  if (found.kind !== 'hosts') return [dns[found.kind]];
  return found.hosts.map(({ name, preference, addresses }) => {
    const place = found.implicit ? `${name} (no MX: the domain itself)` : `${name} (preference ${preference})`;
    return addresses.length ? `${place} at ${addresses.join(', ')}` : place;
  });
};

/** The conversation that a probe's outcome comes from. */
export const hostText = ({ host, ip, startTls }: ProbedHost): string =>
  `${host} at ${ip}${startTls === undefined ? '' : startTls ? ', STARTTLS offered' : ', no STARTTLS'}`;

/** What is known of a domain's mail host about other addresses. */
export const acceptAllText = ({ known, random }: Extract<ProbeEvidence, { outcome: 'accepted' }>): string => {
  if (known) return knownHosts[known];
  return random === 'not-asked' ? 'not asked; --workspace asks' : `a random address of the domain: ${random}`;
};

/** Returns the facts that the lists alone tell, without any request. */
export const knownAs = ({ disposable, specialUse, spamTrap, relay }: Evidence, isFree: boolean): string[] => {
  const flags: readonly (readonly [isSo: boolean | undefined, words: string])[] = [
    [specialUse, 'a domain for special use'],
    [disposable, 'a disposable domain'],
    [spamTrap, 'a spam trap'],
    [relay, 'a forwarding service to permanent addresses'],
    [isFree, 'a provider of free mailboxes'],
  ];
  return flags.flatMap(([isSo, words]) => (isSo ? [words] : []));
};

/** Whether a text is an address, and if not, why. */
export const syntaxText = ({ syntax, literal }: Evidence): string => {
  if (syntax) return `${syntaxFaultClauses[syntax.fault]} (${syntax.fault}, at character ${syntax.at + 1})`;
  return literal ? 'an address literal' : 'good';
};
