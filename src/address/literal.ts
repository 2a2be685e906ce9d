import type { ParsedAddress } from './faults.js';
import { hostOf } from './host.js';
import { internationalFault } from './international.js';
import { parseMailbox } from './parse.js';

const isSnum = (text: string) => /^\d{1,3}$/.test(text) && Number(text) < 256;

const isIpv4 = (text: string) => text.split('.').length === 4 && text.split('.').every(isSnum);

/** RFC 5321 §4.1.3: `::` stands for two groups or more, but the URL standard accepts one. */
function isIpv6(text: string): boolean {
  const groups = text.split(':').filter(Boolean).length + Number(text.includes('.'));
  return /^[\da-f:.]+$/i.test(text) && (groups < 7 || !text.includes('::')) && hostOf(`[${text}]`) !== '';
}

/** Whether a domain is an IPv4 or IPv6 address literal in brackets, `[192.0.2.1]` or `[IPv6:2001:db8::1]` (RFC 5321 §4.1.3). General literals are not taken for one. */
export function isAddressLiteral(domain: string): boolean {
  // Nearly every domain is a name, and is asked for at every address.
  if (!domain.startsWith('[')) return false;
  const [, ipv6, ipv4 = ''] = /^\[(?:IPv6:(.*)|(.*))\]$/i.exec(domain) ?? [];
  return ipv6 === undefined ? isIpv4(ipv4) : isIpv6(ipv6);
}

/**
 * Reads an address as mail transport knows it (RFC 5321 §4.1.2, RFC 6531 §3.3), address literals included: no comments, no
 * folding, no trimming. Several @ signs come before any other fault; of the rest the first in the text is named, and last what only the
 * tables of IDNA tell (RFC 5892 appendix A, RFC 5893). Never throws.
 */
export function parseAddress(text: string): ParsedAddress {
  const parsed = parseMailbox(text, isAddressLiteral);
  return (parsed.ok && internationalFault(parsed)) || parsed;
}
