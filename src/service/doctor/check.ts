import type { Facts } from './facts.js';
import { skipped, type CheckName, type Diagnosis, type Finding } from './finding.js';

/** One thing that can be wrong with the machine. */
export interface Check {
  readonly name: CheckName;
  /** Gathers what it needs to know, and judges it. */
  readonly look: (facts: Facts) => Promise<Finding>;
}

export const NOT_PROBING = skipped('Not checked: mail hosts are not asked (--probing off).');
/** Whether the checks left mail hosts out because the configuration asks none. */
export const asksNoMailHost = ({ findings }: Pick<Diagnosis, 'findings'>): boolean =>
  findings.some(({ sentence }) => sentence === NOT_PROBING.sentence);

export const NO_HOST_KNOWN = skipped('Not checked: no mail host to connect to is known. --doctor-hosts names some.');
export const NO_HOST_REACHED = skipped('Not checked: no mail host could be reached.');

/** The remedy if a mail host refuses this machine. */
export const LOOK_AT_OTHERS =
  'Look at the other findings: hosts refuse addresses without a name in DNS, and those on block lists';

export const ADDRESS_UNKNOWN = skipped(
  'Not checked: the address of this machine is unknown. --outbound-addresses names it.',
);

/** A check that asks DNS: skipped while name servers cannot be used. */
export const withDns =
  (look: Check['look']): Check['look'] =>
  async (facts) =>
    (await facts.isDnsUsable()) ? look(facts) : skipped('Not checked: name servers do not answer rightly.');

/** A check that asks mail hosts: skipped if the configuration asks none. */
export const withMailHosts = (look: Check['look']): Check['look'] =>
  withDns((facts) => (facts.settings.isProbing ? look(facts) : Promise.resolve(NOT_PROBING)));

/** A check of the addresses of this machine: skipped if none is known. */
export const withAddresses = (look: Check['look']): Check['look'] =>
  withDns(async (facts) => ((await facts.addresses()).length > 0 ? look(facts) : ADDRESS_UNKNOWN));
