import type { ResultFormat } from '../../service/bulk/index.js';
import type { ListFacts } from '../../service/reputation/index.js';
import type { DnsEvidence, Evidence, ProbeEvidence, Reply, VerificationResult } from '../../service/verdict/index.js';
import { syntaxFaultClauses } from '../../service/verdict/fault-words.js';
import { shownText } from '../../text/index.js';
import { decide, DOMAIN_TAKES_NO_MAIL } from '../../service/verdict/table.js';

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

/** Row 9 has two kinds of proof: words about the mailbox, and a code about its domain. So has row 13: what the host accepts, and which host it is. */
const reasonOf = (row: number, { probe, parked }: Evidence): string => {
  if (row === 13 && parked !== undefined)
    return 'the domain is parked: its mail host accepts every address, and nobody reads the mail';
  const byCode =
    row === 9 && typeof probe === 'object' && 'reply' in probe && probe.reply.code === DOMAIN_TAKES_NO_MAIL;
  return byCode
    ? `the mail host's code (${DOMAIN_TAKES_NO_MAIL}) says that the domain does not accept mail`
    : (reasons[row] ?? 'see the table');
};

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

const gaveUp: Readonly<Record<NonNullable<Evidence['gaveUp']>, string>> = {
  deadline: 'out of time',
  aborted: 'cancelled',
  failed: 'a step failed, which is a bug in this program',
};

const ms = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(1)} ms`);

const replyText = ({ code, status, text }: Reply): string => [code, status, text].filter(Boolean).join(' ');

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

const outcomeText = (probe: ProbeEvidence): string => {
  const text = outcomes[probe.outcome];
  if ('stage' in probe) return `${text} (${probe.stage})`;
  if (probe.outcome === 'not-asked') return `${text}: ${notAsked[probe.why](probe)}`;
  return 'why' in probe ? `${text}: ${unreachableWhy[probe.why]}` : text;
};

type Line = readonly [label: string, text: string | undefined];

const dnsLines = (found: DnsEvidence | undefined): Line[] => {
  if (!found) return [];
  if (found.kind === 'failed')
    return [['mail hosts', found.why === 'blind' ? NOT_BELIEVED : `DNS failed: ${found.why}`]];
  if (found.kind !== 'hosts') return [['mail hosts', dns[found.kind]]];
  const label = found.implicit ? 'mail host' : 'mail hosts';
  return found.hosts.map(({ name, preference, addresses }, index) => {
    const place = found.implicit ? `${name} (no MX: the domain itself)` : `${name} (preference ${preference})`;
    return [index === 0 ? label : '', addresses.length ? `${place} at ${addresses.join(', ')}` : place];
  });
};

const probeLines = (probe: Evidence['probe']): Line[] => {
  if (probe === undefined) return [];
  if (probe === 'off') return [['mailbox', 'not asked about (--probing off)']];
  const lines: Line[] = [];
  if ('host' in probe)
    lines.push([
      'asked',
      `${probe.host} at ${probe.ip}${probe.startTls === undefined ? '' : probe.startTls ? ', STARTTLS offered' : ', no STARTTLS'}`,
    ]);
  lines.push(['mailbox', outcomeText(probe)]);
  if ('reply' in probe) lines.push(['it said', replyText(probe.reply)]);
  if ('meaning' in probe)
    lines.push(['read as', 'proof' in probe ? `${probe.meaning}, by its ${probe.proof}` : probe.meaning]);
  if (probe.outcome === 'accepted') {
    lines.push([
      'accept-all',
      probe.known
        ? knownHosts[probe.known]
        : probe.random === 'not-asked'
          ? 'not asked; --workspace asks'
          : `a random address of the domain: ${probe.random}`,
    ]);
    if (probe.randomReply) lines.push(['it said', replyText(probe.randomReply)]);
  }
  return lines;
};

/** Returns the facts that the lists alone tell, without any request. */
const knownAs = ({ disposable, specialUse, spamTrap, relay }: Evidence, isFree: boolean): string[] => {
  const flags: readonly (readonly [isSo: boolean | undefined, words: string])[] = [
    [specialUse, 'a domain for special use'],
    [disposable, 'a disposable domain'],
    [spamTrap, 'a spam trap'],
    [relay, 'a forwarding service to permanent addresses'],
    [isFree, 'a provider of free mailboxes'],
  ];
  return flags.flatMap(([isSo, words]) => (isSo ? [words] : []));
};

const listSources = { release: '', update: ' (update)', own: ' (your own)' } as const;

/** The dates of the lists, the latest first, each with its lists unless all have the same. */
const datesOf = (lists: readonly ListFacts[]): string => {
  const byDate = new Map<string, string[]>();
  for (const { name, date, source } of lists)
    byDate.set(date, [...(byDate.get(date) ?? []), `${name}${listSources[source]}`]);
  if (byDate.size === 1 && lists.every(({ source }) => source === 'release')) return `all of ${lists[0]?.date}`;
  const sorted = [...byDate].sort(([one], [other]) => (one < other ? 1 : -1));
  return sorted.map(([date, names]) => `${names.join(', ')} of ${date || 'an unknown day'}`).join('; ');
};

const LABEL = 13;

/**
 * Describes the evidence on one address in words: what was found, and which row of the verdict table decided and why.
 * `original` is the text that was given, if it differs from the address; `listDates` tells how old the lists are.
 */
export const explain = ({ validation, evidence }: VerificationResult, original = '', listDates = ''): string => {
  const { email, result, reasons: reason, code, sendTransactional, role, freeEmail, didYouMean } = validation;
  const { syntax, timings } = evidence;
  const { row } = decide(evidence, { role });
  const lines: Line[] = [
    ['given as', original],
    [
      'verdict',
      `${result}: ${reason.join(', ')} (code ${code}); transactional mail: ${sendTransactional ? 'yes' : 'no'}`,
    ],
    ['because', `${reasonOf(row, evidence)} (row ${row})`],
    [
      'syntax',
      syntax
        ? `${syntaxFaultClauses[syntax.fault]} (${syntax.fault}, at character ${syntax.at + 1})`
        : evidence.literal
          ? 'an address literal'
          : 'good',
    ],
    ['known as', knownAs(evidence, freeEmail).join(', ')],
    ['lists', listDates],
    ['local part', role ? 'a role, not a person' : ''],
    ['perhaps', didYouMean && `${didYouMean} was meant`],
    ...dnsLines(evidence.dns),
    ['parked at', evidence.parked && `${evidence.parked}, a mail host of parked domains; not asked`],
    ['shared host', evidence.disposableHost && `${evidence.disposableHost} serves only disposable domains`],
    ...probeLines(evidence.probe),
    ['given up', evidence.gaveUp && gaveUp[evidence.gaveUp]],
    [
      'took',
      [
        timings.dns !== undefined && `DNS ${ms(timings.dns)}`,
        timings.probe !== undefined && `mail host ${ms(timings.probe)}`,
        `${ms(timings.total)} in all`,
      ]
        .filter(Boolean)
        .join(', '),
    ],
  ];
  // The text contains replies of strangers, which must not move the terminal's cursor.
  const shown = lines.flatMap(([label, text]) => (text ? [`  ${label.padEnd(LABEL)}${shownText(text)}`] : []));
  return [shownText(email) || '(empty)', ...shown].join('\n');
};

/** Evidence in words, with the dates of the lists in use; an empty line after each. */
export const explanationWith = (lists: readonly ListFacts[]): ResultFormat => {
  const dates = datesOf(lists);
  return { head: '', line: (verified, original) => `${explain(verified, original, dates)}\n\n` };
};
