import { ADDRESS_UNKNOWN, withAddresses, type Check } from '../check.js';
import { green, red, skipped, worstOf, yellow, type Finding } from '../finding.js';
import { isFullName, senderDomainOf } from '../settings.js';
import { evaluateSpf, type SpfResult } from '../spf/evaluate.js';

const mechanismFor = (address: string): string => `ip${address.includes(':') ? 6 : 4}:${address}`;

/** The domain's record with addresses in it, before what judges all others. */
const recordWith = (record: string | undefined, addresses: readonly string[]): string => {
  const added = addresses.map(mechanismFor);
  if (record === undefined) return ['v=spf1', ...added, '-all'].join(' ');
  const terms = record.split(' ').filter(Boolean);
  const end = terms.findIndex((term) => /^[+\-~?]?all$|^redirect=/i.test(term));
  const at = end < 0 ? terms.length : end;
  return [...terms.slice(0, at), ...added, ...terms.slice(at)].join(' ');
};

/** What SPF says of one address. */
export interface SpfOfAddress extends SpfResult {
  readonly address: string;
}

/**
 * Judges what SPF of a domain says of each address; the remedy allows all of them at once. `isNull`: the sender is the null sender, and the
 * name in EHLO stands for its domain (RFC 7208 §2.4).
 */
export const judgeSpf = (domain: string, results: readonly SpfOfAddress[], isNull: boolean): Finding => {
  const others = results.filter(({ result }) => result !== 'pass').map(({ address }) => address);
  const recordFor = (record: string | undefined, addresses = others) =>
    `${domain}. TXT "${recordWith(record, addresses)}"`;
  const judge = ({ address, result, record, why = '' }: SpfOfAddress): Finding => {
    switch (result) {
      case 'pass':
        return green(`SPF of ${domain} allows ${address}.`);
      case 'none':
        return (isNull ? yellow : red)(
          `${domain} has no SPF record: nothing says that this machine may send for it.`,
          recordFor(undefined),
        );
      case 'permerror':
        return red(
          `SPF of ${domain} cannot be used: ${why}`,
          `One record that receivers can use: ${recordFor(
            undefined,
            results.map((each) => each.address),
          )}`,
        );
      case 'temperror':
        return yellow(`SPF of ${domain} could not be read: ${why}`, 'Run email-check doctor again later');
      case 'fail':
      case 'softfail':
      case 'neutral':
        return red(`SPF of ${domain} does not allow ${address} (${result}).`, recordFor(record));
    }
  };
  return worstOf(results.map(judge), ADDRESS_UNKNOWN);
};

export const spfCheck: Check = {
  name: 'spf',
  look: withAddresses(async ({ settings, parts, addresses }) => {
    const { helo } = settings;
    const ofSender = senderDomainOf(settings);
    const domain = ofSender ?? helo.toLowerCase();
    if (!isFullName(domain)) return skipped(`Not checked: "${domain}" is not a name that DNS could have.`);
    const sender = settings.mailFrom || `postmaster@${domain}`;
    const { questions } = parts;
    const results = (await addresses()).map(async (address) => ({
      address,
      ...(await evaluateSpf({ domain, ip: address, sender, helo, questions })),
    }));
    return judgeSpf(domain, await Promise.all(results), ofSender === undefined);
  }),
};
