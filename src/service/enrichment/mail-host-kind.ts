import { getDomain } from 'tldts';
import { isSameOrBelow } from '../../network/index.js';
import { MICROSOFT_CLOUDS, type DnsEvidence } from '../verdict/index.js';

/** Kind of host that takes a domain's mail; `other` is any other host. */
export type MailHostKind = 'google workspace' | 'microsoft 365' | 'free provider' | 'own' | 'other';

/** Kinds by the names of mail hosts; each name includes all names below it. */
const workspaces: readonly (readonly [MailHostKind, readonly string[]])[] = [
  // https://support.google.com/a/answer/174125
  ['google workspace', ['google.com', 'googlemail.com']],
  // https://learn.microsoft.com/microsoft-365/enterprise/external-domain-name-system-records
  ['microsoft 365', [...MICROSOFT_CLOUDS.map((cloud) => `mail.protection.${cloud}`), 'mx.microsoft']],
];

/** The kind of a domain's first mail host; `''` if it has none, or it is unknown. */
export const mailHostKind = (dns: DnsEvidence, asciiDomain: string): MailHostKind | '' => {
  const [first] = dns.kind === 'hosts' ? dns.hosts : [];
  if (!first) return '';
  const { name } = first;
  const workspace = workspaces.find(([, suffixes]) => suffixes.some((suffix) => isSameOrBelow(name, suffix)));
  if (workspace) return workspace[0];
  const owner = getDomain(name) ?? name;
  return owner === (getDomain(asciiDomain) ?? asciiDomain) ? 'own' : 'other';
};
