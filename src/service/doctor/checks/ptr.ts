import type { DnsAnswer } from '../../probe/dns-questions.js';
import { ADDRESS_UNKNOWN, withAddresses, type Check } from '../check.js';
import type { Facts, NamedAddress } from '../facts.js';
import { green, listed, red, skipped, worstOf, yellow, type Finding } from '../finding.js';
import { isGenericName } from '../generic-name.js';
import { addressRecord, ptrRecord, wantedName } from '../settings.js';

const remedyOf = (address: string, name: string): string =>
  `In the DNS of the owner of the address (the panel of the provider): ${ptrRecord(address, name)}`;

export const judgePtr = ({ address, names }: NamedAddress, wanted: string): Finding => {
  if (names.kind === 'records') return green(`${address} is called ${listed(names.records)} in DNS.`);
  if (names.kind === 'failed')
    return yellow(`DNS does not say how ${address} is called (${names.why}).`, remedyOf(address, wanted));
  return red(`${address} has no name in DNS: many mail hosts refuse it.`, remedyOf(address, wanted));
};

export const judgeGeneric = ({ address, names }: NamedAddress, wanted: string): Finding => {
  const generic = names.kind === 'records' ? names.records.filter((name) => isGenericName(name, address)) : [];
  if (generic.length === 0) return green(`The name of ${address} is one of its own.`);
  return yellow(
    `${listed(generic)}, the name of ${address}, looks like one of a dial-up or customer network: mail hosts refuse many of those.`,
    remedyOf(address, wanted),
  );
};

/** `answers`: the addresses of each name. */
export const judgeForward = (
  address: string,
  answers: readonly { readonly name: string; readonly found: DnsAnswer<string> }[],
): Finding => {
  const confirmed = answers.find(({ found }) => found.kind === 'records' && found.records.includes(address));
  if (confirmed) return green(`${confirmed.name} leads back to ${address}.`);
  const [{ name, found } = { name: '', found: undefined }] = answers;
  const leads =
    found?.kind === 'records'
      ? `leads to ${listed(found.records)}`
      : found?.kind === 'failed'
        ? `cannot be looked up (${found.why})`
        : 'has no address';
  return red(`${address} is called ${name}, and ${name} ${leads}.`, addressRecord(name, address));
};

/** Judges each address that has a name; the worst counts. */
const overNames =
  (judge: (named: NamedAddress, facts: Facts) => Promise<Finding>): Check['look'] =>
  async (facts) => {
    const named = (await facts.named()).filter(({ names }) => names.kind === 'records');
    const judged = await Promise.all(named.map((each) => judge(each, facts)));
    return worstOf(judged, skipped('Not checked: the address has no name in DNS.'));
  };

export const ptrChecks: readonly Check[] = [
  {
    name: 'ptr',
    look: withAddresses(async ({ named, settings }) =>
      worstOf(
        (await named()).map((each) => judgePtr(each, wantedName(settings))),
        ADDRESS_UNKNOWN,
      ),
    ),
  },
  {
    name: 'ptr-generic',
    look: withAddresses(overNames((named, { settings }) => Promise.resolve(judgeGeneric(named, wantedName(settings))))),
  },
  {
    name: 'ptr-forward',
    look: withAddresses(
      overNames(async ({ address, names }, facts) => {
        const records = names.kind === 'records' ? names.records : [];
        const answers = records.map(async (name) => ({ name, found: await facts.addressesOf(name, address) }));
        return judgeForward(address, await Promise.all(answers));
      }),
    ),
  },
];
