import { LOOK_AT_OTHERS, withMailHosts, type Check } from '../check.js';
import { green, listed, red, skipped, yellow, type Finding } from '../finding.js';
import type { DoctorSettings } from '../settings.js';
import type { Visit } from '../visit.js';

type PortSettings = Pick<DoctorSettings, 'port' | 'proxy'>;

/** What failed, in words that follow the host's name. */
const failureOf = (visit: Extract<Visit, { outcome: 'unreachable' }>): string => {
  const words = {
    ...{ refused: 'the connection was refused', timeout: 'no answer in time', unreachable: 'no way to it' },
    ...{ proxy: 'the proxy does not allow it', forbidden: 'not an address of the internet' },
    ...{ silent: 'no greeting', aborted: 'given up' },
  } as const;
  return `${visit.host}: ${words[visit.why]}`;
};

const isOf = (version: 4 | 6) => (visit: Visit) => visit.address.includes(':') === (version === 6);

const remedyOf = ({ port, proxy }: PortSettings): string =>
  proxy
    ? `Use a proxy that allows port ${port}, or leave mail hosts out with --probing off`
    : `Have the provider open TCP port ${port} outwards and allow it in the firewall, or use a proxy that has it: --socks5 socks5://host:port`;

/** Judges the visits to mail hosts over one version of IP. */
export const judgePort = (
  version: 4 | 6,
  visits: readonly Visit[],
  settings: PortSettings & { readonly hasIpv6: boolean },
): Finding => {
  const over = `IPv${version}`;
  const own = visits.filter(isOf(version));
  if (version === 6 && !settings.hasIpv6 && !settings.proxy)
    return green('This machine has no IPv6 address: mail hosts are asked over IPv4 alone.');
  if (own.length === 0)
    return skipped(`Not checked: no mail host with an ${over} address is known. --doctor-hosts names some.`);
  const refused = own.filter((each) => each.outcome === 'refused');
  const greeted = own.filter((each) => each.outcome === 'greeted');
  if (greeted.length > 0 && refused.length === 0)
    return green(`Port ${settings.port} is open over ${over}: ${listed(greeted.map(({ host }) => host))}.`);
  if (refused.length > 0)
    return yellow(
      `${listed(refused.map(({ host, reply }) => `${host} wants no conversation over ${over} ("${reply}")`))}.`,
      LOOK_AT_OTHERS,
    );
  const failures = own.filter((each) => each.outcome === 'unreachable').map(failureOf);
  const words = `Port ${settings.port} of mail hosts cannot be reached over ${over} (${listed(failures)}).`;
  const remedy = remedyOf(settings);
  // Mail hosts that have IPv6 nearly always have IPv4 too.
  return version === 4
    ? red(words, remedy)
    : yellow(words, `${remedy}, or take the IPv6 address off this machine: each host costs a timeout`);
};

const portCheck = (version: 4 | 6): Check => ({
  name: `port-ipv${version}`,
  look: withMailHosts(async ({ visits, settings, parts }) =>
    judgePort(version, await visits(), { ...settings, hasIpv6: parts.hasIpv6() }),
  ),
});

export const portChecks: readonly Check[] = [portCheck(4), portCheck(6)];
