import { isIPv4 } from 'node:net';
import type { Answer, Question } from 'dns-packet';
import type { Zone } from './zone.js';

/** RCODEs of RFC 1035 §4.1.1; the place in the list is the number on the wire. */
export const RCODES = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'] as const;
export type Rcode = (typeof RCODES)[number];

/** Records and their RCODE. NOERROR without records says: the name exists, but not with this type. */
export interface DnsRecords {
  readonly rcode: Rcode;
  readonly answers: readonly Answer[];
}

/** What a DNS server does with a question: answer it, not at all, or with a message that ends too early. */
export type DnsAnswer = DnsRecords | 'silence' | 'broken';

/** How long a record may be kept, in seconds. */
const TTL = 60;

/** Answers questions from a zone: MX, A and AAAA records, its silences and failures. Names are compared without case (RFC 4343). */
export function answersFromZone(zone: Zone): (question: Question) => DnsAnswer {
  const names = namesOf(zone);
  return ({ name, type }) => {
    const key = name.toLowerCase().replace(/\.$/, '');
    const domain = zone.domains.get(key);
    switch (domain?.dns) {
      case 'silent':
        return 'silence';
      case 'broken':
        return 'broken';
      case 'servfail':
        return { rcode: 'SERVFAIL', answers: [] };
      case 'loop':
        return { rcode: 'NOERROR', answers: [{ name, type: 'CNAME', ttl: TTL, data: name }] };
      case 'answers':
      case 'empty':
      case undefined:
    }
    if (!names.has(key)) return { rcode: 'NXDOMAIN', answers: [] };
    if (type === 'MX') {
      const exchanges = domain?.exchanges ?? [];
      return {
        rcode: 'NOERROR',
        answers: exchanges.map(({ preference, host }) => ({
          name,
          type,
          ttl: TTL,
          data: { preference, exchange: host },
        })),
      };
    }
    if (type === 'A' || type === 'AAAA') {
      const addresses = [...new Set([...(domain?.addresses ?? []), ...(zone.hosts.get(key)?.addresses ?? [])])];
      const wanted = addresses.filter((address) => isIPv4(address) === (type === 'A'));
      return { rcode: 'NOERROR', answers: wanted.map((data) => ({ name, type, ttl: TTL, data })) };
    }
    return { rcode: 'NOERROR', answers: [] };
  };
}

function namesOf(zone: Zone): Set<string> {
  const names = new Set<string>();
  const resolving = [...zone.hosts.values()].filter((host) => host.addresses.length > 0).map((host) => host.name);
  for (const name of [...zone.domains.keys(), ...resolving]) {
    // What lies between a name and the root exists too, without records (RFC 8020 §2).
    const labels = name.split('.');
    labels.forEach((_, index) => names.add(labels.slice(index).join('.')));
  }
  return names;
}
