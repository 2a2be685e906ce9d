import { isInternational, type MailboxQuestion } from './smtp-question.js';

/** RFC 7504 §2: this host never takes mail. */
export const NEVER_MAIL = 521;
/** The one reply to EHLO and HELO that greets (RFC 5321 §4.3.2). */
export const EHLO_OK = 250;
/** TLS comes first (RFC 3207 §4), RSET included. */
export const TLS_FIRST = 530;

/** The command that names the sender, `''` for the null sender. */
export const mailCommand = (mailFrom: string, address: MailboxQuestion['address']): string =>
  `MAIL FROM:<${mailFrom}>${isInternational(address) ? ' SMTPUTF8' : ''}`;
/** The command that asks for a recipient. */
export const rcptCommand = (localPart: string, { asciiDomain }: MailboxQuestion['address']): string =>
  `RCPT TO:<${localPart}@${asciiDomain}>`;
/** Returns all addresses of a question: the address itself, and the random one if it is asked for. */
export const allAddressesOf = ({ address, random }: MailboxQuestion): string[] =>
  [address.localPart, ...(random === undefined ? [] : [random])].map((each) =>
    `${each}@${address.asciiDomain}`.toLowerCase(),
  );
