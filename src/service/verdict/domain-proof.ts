import { ACCEPT_ALL } from '../../wire/index.js';
import type { DomainProof } from '../reputation/reputation.js';
import type { CollectedEvidence } from './evidence.js';
import { takesNoMail } from './table.js';

/**
 * What the evidence proves about the domain of an address that may be mistyped. Squatters take the mail of mistyped domains: a domain
 * without MX, a parked one, and one whose mail host accepts everything (`code` 4), is not taken for somebody's own.
 */
export function domainProof(evidence: CollectedEvidence, code: number): DomainProof {
  if (takesNoMail(evidence)) return 'no-mail';
  const { dns } = evidence;
  const isSquatted = code === ACCEPT_ALL || evidence.parked !== undefined;
  return dns?.kind === 'hosts' && !dns.implicit && !isSquatted ? 'own-hosts' : 'unknown';
}
