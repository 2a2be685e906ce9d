import type { MailDomain, Zone } from './world/index.js';

/** The domains of a zone whose mail hosts answer at once, and tell living mailboxes from others. */
export const promptDomains = ({ domains }: Zone): readonly MailDomain[] =>
  [...domains.values()].filter(
    ({ dns, kind, mailboxes, name }) =>
      dns === 'answers' &&
      /^(?:ordinary|access-denied)$/.test(kind) &&
      mailboxes.size > 0 &&
      !name.endsWith('.net-trouble.com'),
  );

/** The mailboxes that exist there, as addresses. */
export const livingMailboxes = (zone: Zone): readonly string[] =>
  promptDomains(zone).flatMap(({ name, mailboxes }) => [...mailboxes].map((mailbox) => `${mailbox}@${name}`));
