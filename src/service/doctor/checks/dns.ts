import type { CanaryRound } from '../../probe/index.js';
import type { Check } from '../check.js';
import { green, listed, red, skipped, yellow, type Finding } from '../finding.js';

const NOT_TESTED = skipped('Not checked: tests of name servers are off (--canary off).');
const OTHER_SERVERS =
  'Check the internet connection, or name a name server of your own, such as unbound on this machine: --dns-servers 127.0.0.1';

export const judgeAnswers = (
  round: CanaryRound | undefined,
  domains: readonly string[],
  servers: readonly string[],
): Finding => {
  if (!round) return NOT_TESTED;
  const who = `The name servers (${listed(servers)})`;
  if (round.kind === 'no-mail-hosts')
    return red(`${who} find no mail hosts of ${listed(domains)}: ${round.why}.`, OTHER_SERVERS);
  return green(`${who} answer.`);
};

export const judgeRewriting = (round: CanaryRound | undefined): Finding => {
  if (!round) return NOT_TESTED;
  if (round.kind === 'no-mail-hosts') return skipped('Not checked: name servers do not answer.');
  if (round.kind === 'good') return green('The name servers say so if a name does not exist.');
  return red(
    'The name servers have an answer for a random name that does not exist: they rewrite NXDOMAIN, as networks do before a login.',
    OTHER_SERVERS,
  );
};

/** From this on every verdict is slower than it must be, in milliseconds. */
export const SLOW_MS = 1_000;

export const judgeLatency = (fastestMs: number): Finding =>
  fastestMs < SLOW_MS
    ? green('The name servers answer within a second.')
    : yellow(
        `The fastest of three answers of DNS took ${Math.round(fastestMs)} ms.`,
        'Use a name server near this machine, such as unbound on it: --dns-servers 127.0.0.1',
      );

export const judgeTcp = (servers: readonly { readonly server: string; readonly answers: boolean }[]): Finding => {
  const deaf = servers.filter(({ answers }) => !answers).map(({ server }) => server);
  if (deaf.length === 0) return green('The name servers answer over TCP too.');
  return red(
    `${listed(deaf)} ${deaf.length > 1 ? 'do' : 'does'} not answer over TCP: answers that are too long for UDP are lost.`,
    'Allow TCP to port 53 of the name servers in the firewall, or name others with --dns-servers',
  );
};

export const dnsChecks: readonly Check[] = [
  {
    name: 'dns',
    look: async ({ canary, settings, parts }) =>
      judgeAnswers(await canary(), settings.canaryDomains, parts.questions.servers),
  },
  { name: 'dns-rewriting', look: async ({ canary }) => judgeRewriting(await canary()) },
  {
    name: 'dns-latency',
    async look({ canary, dnsLatency }) {
      const round = await canary();
      if (!round) return NOT_TESTED;
      return round.kind === 'no-mail-hosts'
        ? skipped('Not checked: name servers do not answer.')
        : judgeLatency(await dnsLatency());
    },
  },
  {
    name: 'dns-tcp',
    async look({ canary, settings, parts, signal }) {
      const [domain] = settings.canaryDomains;
      if (domain === undefined) return NOT_TESTED;
      if ((await canary())?.kind === 'no-mail-hosts') return skipped('Not checked: name servers do not answer.');
      const asked = parts.questions.servers.map(async (server) => ({
        server,
        answers: await parts.answersOverTcp(server, domain, signal),
      }));
      return judgeTcp(await Promise.all(asked));
    },
  },
];
