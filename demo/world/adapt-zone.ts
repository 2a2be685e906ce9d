import { LOOPBACK } from './loopback.js';
import type { MailDomain, Zone } from './zone.js';

/** A zone as this machine can serve it, and a sentence for each thing that had to give way. */
export interface AdaptedZone {
  readonly zone: Zone;
  readonly notes: readonly string[];
}

/**
 * Takes addresses that this machine does not have out of a zone: 127.0.0.0/8 addresses become 127.0.0.1
 * (macOS has no other), and domains that are reached over ::1 alone are left out.
 */
export function adaptZone(zone: Zone, missing: ReadonlySet<string>): AdaptedZone {
  if (missing.size === 0) return { zone, notes: [] };
  const notes: string[] = [];
  const adapt = (addresses: readonly string[]): string[] => {
    const present = addresses.filter((address) => address !== '::1' || !missing.has(address));
    return [...new Set(present.map((address) => (missing.has(address) ? LOOPBACK : address)))];
  };
  for (const address of missing) {
    if (address !== '::1')
      notes.push(`This machine does not have ${address}: its mail hosts are at ${LOOPBACK} instead.`);
  }

  const hosts = new Map([...zone.hosts].map(([name, host]) => [name, { ...host, addresses: adapt(host.addresses) }]));
  const isLost = ({ exchanges, addresses }: MailDomain): boolean => {
    const before = [...addresses, ...exchanges.flatMap(({ host }) => zone.hosts.get(host)?.addresses ?? [])];
    return before.length > 0 && adapt(before).length === 0;
  };
  const domains = new Map<string, MailDomain>();
  for (const [name, domain] of zone.domains) {
    if (isLost(domain)) {
      notes.push(`This machine has no IPv6 loopback: ${name}, which is reached over ::1 alone, is left out.`);
    } else {
      domains.set(name, { ...domain, addresses: adapt(domain.addresses) });
    }
  }
  return { zone: { domains, hosts }, notes };
}
