import { parseNamedAddress } from './parse.js';

/**
 * The form of an address to compare and de-duplicate by: trimmed, the local part in NFC with its case kept (RFC 5321 §2.4),
 * the domain as lower-case A-labels. Another text comes back trimmed.
 */
export function normalizeAddress(text: string): string {
  const trimmed = text.trim();
  const parsed = parseNamedAddress(trimmed);
  return parsed.ok ? `${parsed.localPart.normalize('NFC')}@${parsed.asciiDomain}` : trimmed;
}

/** Whether two texts are one address, however its domain was written. */
export function isSameAddress(a: string, b: string): boolean {
  return normalizeAddress(a) === normalizeAddress(b);
}
