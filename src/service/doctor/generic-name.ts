import { isIpv4, parseIp } from '../../network/index.js';
import { reversedParts } from './reverse-name.js';

/** Words by which providers name whole networks of customers. */
const words: ReadonlySet<string> = new Set([
  ...['adsl', 'broadband', 'cable', 'catv', 'client', 'clients', 'cpe', 'cust', 'customer', 'customers', 'dhcp'],
  ...['dial', 'dialin', 'dialup', 'dip', 'dsl', 'dyn', 'dynamic', 'dynamicip', 'fiber', 'fibre', 'ftth', 'home'],
  ...['host', 'ip', 'lte', 'mobile', 'pool', 'pools', 'ppp', 'pppoe', 'res', 'residential', 'static', 'unassigned'],
  ...['user', 'users', 'vdsl', 'wireless', 'xdsl'],
]);

/** The octets in a row, forwards or backwards, decimal or hexadecimal, with whatever marks between them. */
const hasIpv4 = (name: string, octets: readonly number[]): boolean => {
  const numbers = name.split(/\D+/).filter(Boolean).map(Number).join(' ');
  const rows = [octets, [...octets].reverse()];
  const hex = (row: readonly number[]) => row.map((octet) => octet.toString(16).padStart(2, '0')).join('');
  const padded = (row: readonly number[]) => row.map((octet) => String(octet).padStart(3, '0')).join('');
  return rows.some(
    (row) =>
      ` ${numbers} `.includes(` ${row.join(' ')} `) ||
      name.includes(hex(row)) ||
      name.replace(/\D+/g, '').includes(padded(row)),
  );
};

/** All 32 digits, forwards or backwards, or the last four groups as they are usually written. */
const hasIpv6 = (name: string, ip: string): boolean => {
  const backwards = reversedParts(ip);
  const digits = name.replace(/[^\da-f]+/g, '');
  const groups = [0, 4, 8, 12].map((at) =>
    backwards
      .slice(at, at + 4)
      .reverse()
      .join('')
      .replace(/^0+(?=.)/, ''),
  );
  const isLong = groups.some((group) => group.length > 2);
  return (
    digits.includes(backwards.join('')) ||
    digits.includes([...backwards].reverse().join('')) ||
    (isLong && name.replace(/[^\da-f]+/g, '-').includes([...groups].reverse().join('-')))
  );
};

/**
 * Whether a name is one of the many that a provider gives to all of its addresses: it has the address in it, or words such as `dynamic`,
 * `pool` or `dsl`. The last two labels are not looked at: they are the provider's own name.
 */
export const isGenericName = (name: string, ip: string): boolean => {
  const labels = name.toLowerCase().split('.').slice(0, -2);
  const text = labels.join('.');
  const octets = parseIp(ip) ?? [];
  if (isIpv4(octets) ? hasIpv4(text, octets) : hasIpv6(text, ip)) return true;
  return text.split(/[^a-z]+/).some((word) => words.has(word));
};
