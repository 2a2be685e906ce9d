import { promises as dns } from 'node:dns';
import type { OwnershipSources } from '../../ownership/index.js';

/** Milliseconds that a name server has, and how often it is asked. */
const DNS_TIME = { timeout: 2_000, tries: 2 };

/**
 * TXT records as name servers know them.
 * @param servers name servers, as `127.0.0.1:5353`; the machine's own by default
 */
export const txtByDns =
  (servers?: readonly string[]): OwnershipSources['resolveTxt'] =>
  async (name, signal) => {
    const resolver = new dns.Resolver(DNS_TIME);
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes(String((error as NodeJS.ErrnoException).code))) return [];
      throw error;
    }
  };
