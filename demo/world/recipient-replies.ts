import { domainToASCII } from 'node:url';
import type { MailDomain, Zone } from './zone.js';

/** A refusal as it stands on the wire: `text` begins with the enhanced status code (RFC 3463). */
export interface SmtpRefusal {
  /** 400–599. */
  readonly code: number;
  readonly text: string;
}

/** What a mail host does with RCPT: take it, refuse it, never answer, or close the connection. */
export type RecipientReply = 'accept' | SmtpRefusal | 'silence' | 'hang-up';

/** One RCPT command and the MAIL before it. The sender is empty for the null reverse-path (RFC 5321 §4.5.5). */
export interface Envelope {
  readonly sender: string;
  readonly recipient: string;
}

export interface GreylistOptions {
  /** How long a sender and recipient have to wait before they are let in, in seconds; 60 by default. */
  readonly greylistSeconds?: number;
  /** The clock, in milliseconds; `Date.now` by default. */
  readonly now?: () => number;
}

const GREYLIST_LIMIT = 10_000;

/** Answers RCPT as the zone says of the recipient's domain. Domains without a mail host are refused as relaying. */
export function repliesFromZone(zone: Zone, options: GreylistOptions = {}): (envelope: Envelope) => RecipientReply {
  const { greylistSeconds = 60, now = Date.now } = options;
  /** When each sender and recipient first met. */
  const firstSeen = new Map<string, number>();

  const mustWait = ({ sender, recipient }: Envelope): boolean => {
    const key = `${sender.toLowerCase()} ${recipient.toLowerCase()}`;
    const since = firstSeen.get(key) ?? now();
    firstSeen.set(key, since);
    const [oldest] = firstSeen.keys();
    if (firstSeen.size > GREYLIST_LIMIT && oldest !== undefined) firstSeen.delete(oldest);
    return now() - since < greylistSeconds * 1000;
  };

  return (envelope) => {
    // Every host has a postmaster, even without a domain (RFC 5321 §4.1.1.3).
    if (envelope.recipient.toLowerCase() === 'postmaster') return 'accept';
    const at = envelope.recipient.lastIndexOf('@');
    const local = unquoted(envelope.recipient.slice(0, at)).toLowerCase();
    const name = domainToASCII(envelope.recipient.slice(at + 1)).toLowerCase();
    const shown = `<${envelope.recipient.slice(0, at)}@${name}>`;
    const domain = zone.domains.get(name);
    if (!domain || !takesMail(domain)) return { code: 550, text: `5.7.1 ${shown} Relaying denied` };
    const lives = domain.mailboxes.has(local);
    switch (domain.kind) {
      case 'ordinary':
        return lives ? 'accept' : noSuchUser(shown);
      case 'accept-all':
        return 'accept';
      case 'greylisting':
        if (mustWait(envelope))
          return { code: 451, text: `4.7.1 ${shown} Greylisted, please try again in ${greylistSeconds} seconds` };
        return lives ? 'accept' : noSuchUser(shown);
      case 'blocking':
        return {
          code: 550,
          text: '5.7.1 Service unavailable; client host [127.0.0.1] blocked using a list of dynamic addresses',
        };
      case 'full':
        return { code: 452, text: `4.2.2 ${shown} The mailbox is full; its owner is over quota` };
      case 'tarpit':
        return 'silence';
      case 'dropping':
        return 'hang-up';
      case 'access-denied':
        return lives ? 'accept' : { code: 550, text: '5.4.1 Recipient address rejected: Access denied.' };
    }
  };
}

/** `"jane.doe"` is the mailbox jane.doe (RFC 5321 §4.1.2). */
function unquoted(localPart: string): string {
  return /^".*"$/s.test(localPart) ? localPart.slice(1, -1).replace(/\\(.)/gs, '$1') : localPart;
}

function noSuchUser(shown: string): SmtpRefusal {
  return { code: 550, text: `5.1.1 ${shown} No such user here` };
}

function takesMail(domain: MailDomain): boolean {
  return domain.dns === 'answers' && domain.exchanges[0]?.host !== '.';
}
