import { getDomain } from 'tldts';
import { isSpecialUse } from '../../network/index.js';
import type { Reputation } from '../reputation/reputation.js';
import type { DnsEvidence } from '../verdict/index.js';
import { mailHostKind } from './mail-host-kind.js';
import { nameIn } from './names.js';
import { nameFields, type Provider } from './provider.js';

export interface InferenceOptions {
  readonly reputation: Pick<Reputation, 'isRole' | 'isFree' | 'isDisposable' | 'isRelay'>;
  /** The owner of a registrable domain, if known. */
  readonly organizationOf: (registrableDomain: string) => Promise<string | undefined>;
  /** The mail hosts of a domain. */
  readonly findMailHosts: (asciiDomain: string, signal: AbortSignal) => Promise<DnsEvidence>;
}

const ADDRESS_MS = 2_000;
const MAIL_HOST_MS = 2_000;

/**
 * Infers data from the address itself: a name, and the owner of its domain. At domains with random addresses, no name
 * is inferred.
 */
const addressProvider = ({ reputation, organizationOf }: InferenceOptions): Provider => ({
  name: 'the address itself',
  isInferring: true,
  fields: [...nameFields, 'organization', 'domain'],
  timeoutMs: ADDRESS_MS,
  async find({ localPart, asciiDomain: domain }) {
    const isByChance = reputation.isDisposable(domain) || reputation.isRelay(domain);
    const registrable = getDomain(domain);
    const isOwn = !isByChance && !reputation.isFree(domain) && registrable !== null && !reputation.isFree(registrable);
    const name = isByChance ? {} : nameIn(localPart, (word) => reputation.isRole(word));
    return { ...name, organization: (isOwn && (await organizationOf(registrable))) || '', domain };
  },
});

/** Infers the kind of host that takes the domain's mail. */
const mailHostProvider = ({ reputation, findMailHosts }: InferenceOptions): Provider => ({
  name: 'the mail host',
  isInferring: true,
  fields: ['mail_host'],
  timeoutMs: MAIL_HOST_MS,
  async find({ asciiDomain: domain }, signal) {
    if (reputation.isFree(domain)) return { mail_host: 'free provider' };
    if (isSpecialUse(domain)) return {};
    const dns = await findMailHosts(domain, signal);
    return { mail_host: mailHostKind(dns, domain) };
  },
});

/** All providers that infer data from an address. */
export const inferenceProviders = (options: InferenceOptions): readonly Provider[] => [
  addressProvider(options),
  mailHostProvider(options),
];
