import { ADDRESS_UNKNOWN, withAddresses, type Check } from '../check.js';
import { green, listed, red, skipped, worstOf, yellow, type Finding } from '../finding.js';
import { isFullName, senderDomainOf } from '../settings.js';
import { evaluateSpf, type SpfResult } from '../spf/evaluate.js';
import { mechanismFor, mergedRecord, newRecord, recordThatAllows, recordThatBeginsWith } from '../spf/remedy.js';

/** What SPF says of one address. */
export interface SpfOfAddress extends SpfResult {
  readonly address: string;
}

/**
 * Judges what SPF of a domain says of each address; the remedy allows all of them at once. `isNull`: the sender is the null sender, and the
 * name in EHLO stands for its domain (RFC 7208 §2.4).
 */
export const judgeSpf = (domain: string, results: readonly SpfOfAddress[], isNull: boolean): Finding => {
  const all = results.map(({ address }) => address);
  const others = results.filter(({ result }) => result !== 'pass').map(({ address }) => address);
  const shown = (record: string) => `${domain}. TXT "${record}"`;
  const correct = ({ records = [], term }: SpfOfAddress): string => {
    const [record = ''] = records;
    if (records.length > 1) return `One record instead of them: ${shown(recordThatAllows(mergedRecord(records), all))}`;
    return term === undefined
      ? `Correct that term, keep the others, and allow ${listed(all.map(mechanismFor))}: the record is "${record}"`
      : `${shown(recordThatBeginsWith(record, all))}, which allows this machine; for all other servers, correct ${term}`;
  };
  const judge = (found: SpfOfAddress): Finding => {
    const { address, result, records: [record = ''] = [], why = '', term } = found;
    switch (result) {
      case 'pass':
        return green(`SPF of ${domain} allows ${address}.`);
      case 'none':
        return (isNull ? yellow : red)(
          `${domain} has no SPF record: nothing says that this machine may send for it.`,
          `${shown(newRecord(others))}, with the addresses of all other servers that send for ${domain} before ~all`,
        );
      case 'permerror': {
        const fault = term === undefined ? '' : ` The term at fault is ${term}.`;
        return red(`SPF of ${domain} cannot be used: ${why}${fault}`, correct(found));
      }
      case 'temperror':
        return yellow(`SPF of ${domain} could not be read: ${why}`, 'Run email-check doctor again later');
      case 'fail':
      case 'softfail':
      case 'neutral':
        return red(`SPF of ${domain} does not allow ${address} (${result}).`, shown(recordThatAllows(record, others)));
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
