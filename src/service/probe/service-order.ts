import type { SrvRecord } from 'node:dns';

/** Host and port of a service. */
export interface ServiceAddress {
  /** Host name in lower case, without a dot at the end. */
  readonly host: string;
  readonly port: number;
}

const drawByWeight = (records: readonly SrvRecord[], random: () => number): SrvRecord | undefined => {
  const total = records.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * total;
  // Records without a weight come last: RFC 2782 draws them only at the number 0.
  const drawn = [...records].sort((one, other) => other.weight - one.weight).find(({ weight }) => (left -= weight) < 0);
  return drawn ?? records[0];
};

/**
 * Places in the order to try them: by priority, and within one drawn by lot, where the weight is the number of its tickets
 * (RFC 2782). None if the only place is the root, which means that the service does not exist. `random` gives numbers from 0
 * up to 1.
 */
export function inServiceOrder(records: readonly SrvRecord[], random: () => number): ServiceAddress[] {
  const left = records.filter(({ name, port }) => name.replace(/\.$/, '') && port > 0);
  const places: ServiceAddress[] = [];
  while (left.length > 0) {
    const first = Math.min(...left.map(({ priority }) => priority));
    const next = drawByWeight(
      left.filter(({ priority }) => priority === first),
      random,
    );
    if (!next) break;
    left.splice(left.indexOf(next), 1);
    places.push({ host: next.name.toLowerCase().replace(/\.$/, ''), port: next.port });
  }
  return places;
}
