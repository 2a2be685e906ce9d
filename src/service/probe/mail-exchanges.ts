import type { MxRecord } from 'node:dns';
import { isSameOrBelow } from '../../network/index.js';

/** A mail host as an MX record names it: lower case, no dot at the end. */
export interface MailExchange {
  readonly name: string;
  readonly preference: number;
}

const exchangeName = ({ exchange }: MxRecord): string => exchange.toLowerCase().replace(/\.$/, '');

/** Whether a domain says that it takes no mail: the root is its only mail host (RFC 7505 §3). */
export function isNullMx(records: readonly MxRecord[]): boolean {
  return records.every((record) => exchangeName(record) === '');
}

/**
 * Mail hosts in the order to try them: by preference, at random within one (RFC 5321 §5.1). A host named twice keeps its
 * best place. `random` gives numbers from 0 up to 1.
 */
export function inPreferenceOrder(records: readonly MxRecord[], random: () => number): MailExchange[] {
  const drawn = records.map((record) => ({ name: exchangeName(record), preference: record.priority, lot: random() }));
  drawn.sort((one, other) => one.preference - other.preference || one.lot - other.lot);
  const seen = new Set<string>(['']);
  return drawn.flatMap(({ name, preference }) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [{ name, preference }];
  });
}

/**
 * Whether a mail host's name leads to this machine or is not a host name: `localhost`, an address where a name must stand
 * (RFC 5321 §5.1), characters that host names do not have.
 */
export function isForbiddenHostName(name: string): boolean {
  return isSameOrBelow(name, 'localhost') || /(^|\.)\d+$/.test(name) || !/^[\w-]+(\.[\w-]+)*$/.test(name);
}
