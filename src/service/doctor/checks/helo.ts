import { ipText, parseIp } from '../../../network/index.js';
import type { DnsAnswer } from '../../probe/dns-questions.js';
import { ADDRESS_UNKNOWN, NOT_PROBING, withAddresses, type Check } from '../check.js';
import type { NamedAddress } from '../facts.js';
import { green, listed, red, yellow, worstOf, type Finding } from '../finding.js';
import { isGenericName } from '../generic-name.js';
import { addressRecord, isFullName, ptrRecord, wantedName, type DoctorSettings } from '../settings.js';

/** The address in an address literal (RFC 5321 §4.1.3), `[192.0.2.1]` or `[IPv6:2001:db8::1]`. */
const literalIn = (helo: string): string | undefined => {
  const [, inside = ''] = /^\[(?:IPv6:)?([^\]]*)\]$/i.exec(helo) ?? [];
  const address = parseIp(inside);
  return address && ipText(address);
};

/** What is known of the name that mail hosts are greeted with. */
export interface HeloFacts {
  readonly settings: Pick<DoctorSettings, 'helo' | 'mailFrom'>;
  readonly named: NamedAddress;
  /** The addresses of the name, of the version of the address that hosts see. */
  readonly found: DnsAnswer<string>;
}

const namesOf = ({ names }: NamedAddress): readonly string[] => (names.kind === 'records' ? names.records : []);

/** `better`: the name to greet with instead. */
const judgeBareHelo = (helo: string, better: string): Finding =>
  red(
    `Mail hosts are greeted with "${helo}", which is not a full name of the internet: many refuse it.`,
    `--helo ${better}`,
  );

export const judgeHelo = ({ settings, named, found }: HeloFacts): Finding => {
  const { helo } = settings;
  const { address } = named;
  const [ptr] = namesOf(named);
  const better = ptr ?? wantedName(settings);
  if (!isFullName(helo) && literalIn(helo) === undefined) return judgeBareHelo(helo, better);
  const literal = literalIn(helo);
  if (literal !== undefined)
    return yellow(
      `Mail hosts are greeted with the address ${helo}, and many want a name.`,
      `--helo ${better}, with ${addressRecord(better, address)}`,
    );
  const name = helo.toLowerCase();
  if (found.kind === 'failed')
    return yellow(
      `DNS does not say where ${name}, the name in EHLO, leads (${found.why}).`,
      addressRecord(name, address),
    );
  if (found.kind !== 'records' || !found.records.includes(address)) {
    const leads = found.kind === 'records' ? `leads to ${listed(found.records)}` : 'has no address';
    return red(
      `Mail hosts are greeted with ${name}, which ${leads}; they see ${address}.`,
      addressRecord(name, address),
    );
  }
  if (ptr !== undefined && !namesOf(named).includes(name)) {
    const change = `have the provider change the record: ${ptrRecord(address, name)}`;
    return yellow(
      `Mail hosts are greeted with ${name}, and ${address} is called ${listed(namesOf(named))}.`,
      isGenericName(ptr, address) ? change.replace('have', 'Have') : `--helo ${ptr}, or ${change}`,
    );
  }
  return green(`Mail hosts are greeted with ${name}, which leads to ${address}.`);
};

const lookAtNames = withAddresses(async (facts) => {
  const { settings } = facts;
  const name = settings.helo.toLowerCase();
  const none: DnsAnswer<string> = { kind: 'none' };
  const judged = (await facts.named()).map(async (named) =>
    judgeHelo({ settings, named, found: isFullName(name) ? await facts.addressesOf(name, named.address) : none }),
  );
  return worstOf(await Promise.all(judged), ADDRESS_UNKNOWN);
});

export const heloCheck: Check = {
  name: 'helo',
  async look(facts) {
    const { settings } = facts;
    if (!settings.isProbing) return NOT_PROBING;
    const found = await lookAtNames(facts);
    // A bare name is wrong whatever DNS says.
    return found.level === 'skipped' && !isFullName(settings.helo) && literalIn(settings.helo) === undefined
      ? judgeBareHelo(settings.helo, wantedName(settings))
      : found;
  },
};
