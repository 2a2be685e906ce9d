import type { Config } from '../config.js';

/** The name servers to ask; the system's if the configuration names none. */
export const nameServersOf = ({ dnsServers }: Pick<Config, 'dnsServers'>): readonly string[] | undefined =>
  dnsServers.length > 0 ? dnsServers : undefined;
