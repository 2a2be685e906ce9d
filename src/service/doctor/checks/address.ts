import { NO_HOST_KNOWN, NO_HOST_REACHED, withMailHosts, type Check } from '../check.js';
import { green, listed, red, skipped, yellow, type Finding } from '../finding.js';

/** Compares the addresses that mail hosts name with those that the configuration names; both in their canonical form. */
export const judgeSeen = (seen: readonly string[], configured: readonly string[]): Finding => {
  const option = (addresses: readonly string[]) => `--outbound-addresses ${addresses.join(',')}`;
  if (seen.length === 0 && configured.length === 0)
    return yellow(
      'No mail host says under which address it sees this machine, and no option names it.',
      'Name it, as a web site that shows it to callers does, such as --outbound-addresses 203.0.113.5',
    );
  if (seen.length === 0) return skipped(`Not checked: no mail host says whether it sees ${listed(configured)}.`);
  const others = seen.filter((address) => !configured.includes(address));
  if (configured.length === 0 || others.length === 0) return green(`Mail hosts see this machine as ${listed(seen)}.`);
  return red(
    `Mail hosts see this machine as ${listed(others)}, and --outbound-addresses names ${listed(configured)}.`,
    `${option(seen)}, or send from the configured address: the DNS records are to be those of the address that hosts see`,
  );
};

export const addressCheck: Check = {
  name: 'address',
  look: withMailHosts(async ({ seenAddresses, visits, settings }) => {
    const asked = await visits();
    if (asked.length === 0) return NO_HOST_KNOWN;
    return asked.some(({ outcome }) => outcome === 'greeted')
      ? judgeSeen(await seenAddresses(), settings.outboundAddresses)
      : NO_HOST_REACHED;
  }),
};
