import { isPositive } from '../../probe/reply-signs.js';
import type { DnsEvidence } from '../../verdict/index.js';
import { LOOK_AT_OTHERS, NO_HOST_REACHED, withDns, withMailHosts, type Check } from '../check.js';
import { green, listed, red, skipped, yellow, type Finding } from '../finding.js';
import { senderDomainOf, wantedName, type DoctorSettings } from '../settings.js';
import type { MailboxReply, Visit } from '../visit.js';

const NO_DOMAIN = skipped('Not checked: the sender is the null sender, which has no domain.');

/** Judges the mail hosts of the sender's domain. */
export const judgeSenderDomain = (
  domain: string,
  evidence: DnsEvidence,
  settings: Pick<DoctorSettings, 'helo' | 'mailFrom' | 'senderOption'>,
): Finding => {
  const record = `${domain}. MX 10 ${wantedName(settings)}.`;
  const orOther = `${record}, or name a sender whose domain takes mail: ${settings.senderOption} check@example.com`;
  switch (evidence.kind) {
    case 'hosts':
      return evidence.implicit
        ? yellow(`${domain}, the domain of the sender, has no MX record; its A or AAAA record stands in.`, record)
        : green(
            `${domain}, the domain of the sender, has mail hosts: ${listed(evidence.hosts.map(({ name }) => name))}.`,
          );
    case 'no-such-domain':
      return red(`${domain}, the domain of the sender, does not exist: mail hosts refuse it.`, orOther);
    case 'no-mail-host':
      return red(`${domain}, the domain of the sender, has no mail host: many mail hosts refuse it.`, orOther);
    case 'null-mx':
      return red(`${domain}, the domain of the sender, says that it takes no mail: mail hosts refuse it.`, orOther);
    case 'unresolvable-hosts':
      return red(`The mail hosts of ${domain}, the domain of the sender, have no address in DNS.`, orOther);
    case 'forbidden-hosts':
      return red(`The mail hosts of ${domain}, the domain of the sender, are not on the internet.`, orOther);
    case 'failed':
      return yellow(
        `DNS does not say whether ${domain}, the domain of the sender, has mail hosts (${evidence.why}).`,
        record,
      );
  }
};

const RETRY = 'Run email-check doctor again later';

/** Judges a refusal by the rules of verdicts: it is one of the mailbox only if it says so. */
const judgeRefusal = (address: string, said: MailboxReply): Finding => {
  const { host, stage, code, reply, meaning } = said;
  // Relaying is refused to a client, and says that the host does not serve the domain.
  if (said.namesClient && meaning !== 'auth-or-relay')
    return yellow(`${host} refuses this machine, and says nothing of ${address}: "${reply}".`, LOOK_AT_OTHERS);
  if (said.wantsTls)
    return skipped(`Not checked: ${host} takes ${address} only over an encrypted connection ("${reply}").`);
  if (meaning === 'mailbox-full' && stage === 'recipient')
    return yellow(`${address} is full: "${reply}".`, `Empty the mailbox, or give it more room: ${address}`);
  if (code < 500) return yellow(`${address} is put off: "${reply}".`, RETRY);
  if (stage === 'envelope')
    return yellow(
      `${host} was not asked for ${address}: it refuses the null sender ("${reply}").`,
      `Have ${host} take mail from the null sender, as reports of failed deliveries have it (RFC 5321 §4.5.5)`,
    );
  if (meaning === 'mailbox-missing' || meaning === 'mailbox-disabled')
    return red(
      `${address} is refused: "${reply}". Mail hosts that test senders, and people who complain, find nobody.`,
      `Add a mailbox or an alias at the mail host: ${address}`,
    );
  return yellow(
    `${host} refuses ${address}, and does not say that there is no such mailbox: "${reply}".`,
    `Find out at ${host} why it refuses mail to ${address}`,
  );
};

/** Judges what a mail host says to a mailbox that every domain must have (RFC 5321 §4.5.1, RFC 2142 §4, §5). */
export const judgeMailbox = (
  address: string,
  said: ReadonlyMap<string, MailboxReply> | Extract<Visit, { outcome: 'unreachable' | 'refused' }> | undefined,
): Finding => {
  if (said === undefined) return skipped(`Not checked: the domain of ${address} has no mail host to ask.`);
  if ('outcome' in said)
    return said.outcome === 'refused'
      ? yellow(`${said.host} was not asked for ${address}: "${said.reply}".`, RETRY)
      : yellow(`${said.host} could not be asked for ${address}: ${said.why}.`, `Open the port of ${said.host} inwards`);
  const found = said.get(address);
  if (!found) return yellow(`${address} is put off: "no answer".`, RETRY);
  return isPositive(found) ? green(`${address} takes mail.`) : judgeRefusal(address, found);
};

const mailboxCheck = (name: 'postmaster' | 'abuse'): Check => ({
  name,
  look: withMailHosts(async ({ settings, visits, dutyMailboxes }) => {
    const domain = senderDomainOf(settings);
    const others = await visits();
    // The port is the fault then, and has a check of its own.
    if (others.length > 0 && others.every(({ outcome }) => outcome === 'unreachable')) return NO_HOST_REACHED;
    return domain === undefined ? NO_DOMAIN : judgeMailbox(`${name}@${domain}`, await dutyMailboxes());
  }),
});

export const senderChecks: readonly Check[] = [
  {
    name: 'sender-domain',
    look: withDns(async ({ settings, senderHosts }) => {
      const domain = senderDomainOf(settings);
      const evidence = await senderHosts();
      return domain === undefined || !evidence ? NO_DOMAIN : judgeSenderDomain(domain, evidence, settings);
    }),
  },
  mailboxCheck('postmaster'),
  mailboxCheck('abuse'),
];
