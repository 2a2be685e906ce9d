import {
  answersFromZone,
  parseZone,
  repliesFromZone,
  startDnsServer,
  startMailHost,
  type RecipientReply,
} from '../../../demo/world/index.js';
import type { Validation } from '../../../src/wire/index.js';

/** An address at which verifiers go wrong, and the verdict that the evidence bears out. */
export interface FailureCase {
  readonly what: string;
  readonly address: string;
  /** `result · reasons · code · send_transactional` */
  readonly expected: string;
}

const SAFE = 'Safe to Send · Deliverable · 5 · 1';
const GONE = 'Invalid · Bounce · 6 · 0';
const THROWN_AWAY = 'Invalid · Disposable · 3 · 0';
const UNTOLD = 'Unknown · Unknown · 7 · 1';

/** A negative needs proof, and so does a positive. */
export const failureMatrix: readonly FailureCase[] = [
  { what: 'deliverable', address: 'jane.doe@northwind-traders.com', expected: SAFE },
  { what: 'no such user', address: 'nobody.such@northwind-traders.com', expected: GONE },
  { what: 'NXDOMAIN', address: 'jane.doe@no-such-domain.com', expected: GONE },
  { what: 'SERVFAIL', address: 'jane.doe@servfail.trouble.com', expected: UNTOLD },
  { what: 'null MX', address: 'jane.doe@null-mx.trouble.com', expected: GONE },
  { what: 'A record alone', address: 'jane.doe@address-only.trouble.com', expected: SAFE },
  { what: '451 greylisted', address: 'jane.doe@greylisted.trouble.com', expected: UNTOLD },
  { what: '550 5.7.1 blocked', address: 'jane.doe@blocking.trouble.com', expected: UNTOLD },
  { what: '421 shutting down', address: 'jane.doe@closing.trouble.com', expected: UNTOLD },
  { what: '452 mailbox full', address: 'jane.doe@full.trouble.com', expected: 'Risky · Unknown · 7 · 0' },
  { what: 'accept-all', address: 'jane.doe@accept-all.trouble.com', expected: 'Risky · Accept All · 4 · 1' },
  { what: 'tarpit', address: 'jane.doe@tarpit.trouble.com', expected: UNTOLD },
  { what: 'dropped', address: 'jane.doe@dropping.trouble.com', expected: UNTOLD },
  { what: 'domain beyond ASCII', address: 'jane.doe@bäckerei-sommer.de', expected: SAFE },
  { what: 'plus tag', address: 'jane.doe+news@northwind-traders.com', expected: SAFE },
  { what: '.shop', address: 'jane.doe@corner.shop', expected: SAFE },
  { what: 'quoted local part', address: '"jane.doe"@northwind-traders.com', expected: SAFE },
  { what: 'disposable in capitals', address: 'JANE.DOE@MAILINATOR.COM', expected: THROWN_AWAY },
  { what: 'below a disposable domain', address: 'jane.doe@eu.yopmail.com', expected: THROWN_AWAY },
  { what: 'disposable', address: 'jane.doe@guerrillamail.com', expected: THROWN_AWAY },
];

const ZONE = parseZone(`
domain northwind-traders.com
  mx 10 mx.northwind-traders.com
  mailboxes jane.doe jane.doe+news
domain corner.shop
  mx 10 mx.corner.shop
  mailboxes jane.doe
domain bäckerei-sommer.de
  mx 10 mx.bäckerei-sommer.de
  mailboxes jane.doe
domain servfail.trouble.com
  dns servfail
domain null-mx.trouble.com
  mx 0 .
domain address-only.trouble.com
  address 127.0.0.1
  mailboxes jane.doe
domain greylisted.trouble.com
  mx 10 mx.greylisted.trouble.com
  kind greylisting
  mailboxes jane.doe
domain blocking.trouble.com
  mx 10 mx.blocking.trouble.com
  kind blocking
domain closing.trouble.com
  mx 10 mx.closing.trouble.com
  mailboxes jane.doe
domain full.trouble.com
  mx 10 mx.full.trouble.com
  kind full
domain accept-all.trouble.com
  mx 10 mx.accept-all.trouble.com
  kind accept-all
domain tarpit.trouble.com
  mx 10 mx.tarpit.trouble.com
  kind tarpit
domain dropping.trouble.com
  mx 10 mx.dropping.trouble.com
  kind dropping
domain mailinator.com
  mx 10 mx.mailinator.com
  kind accept-all
domain eu.yopmail.com
  mx 10 mx.eu.yopmail.com
  kind accept-all
domain guerrillamail.com
  mx 10 mx.guerrillamail.com
  kind accept-all
`);

const CLOSING: RecipientReply = { code: 421, text: '4.3.2 Service shutting down, closing channel' };

/** A mailbox is the same with its quotes and without them (RFC 5321 §4.1.2). */
const unquoted = (recipient: string): string => recipient.replace(/^"([^"]*)"(?=@)/, '$1');

/** Where the name server and the mail hosts of the matrix are. */
export interface FailureWorld {
  /** `127.0.0.1:5353` */
  readonly dns: string;
  readonly smtpPort: number;
  close(): Promise<void>;
}

/** Starts the servers behind the matrix, on loopback. */
export const startFailureWorld = async (): Promise<FailureWorld> => {
  const replies = repliesFromZone(ZONE);
  const host = await startMailHost({
    answer: ({ sender, recipient }) =>
      recipient.endsWith('@closing.trouble.com') ? CLOSING : replies({ sender, recipient: unquoted(recipient) }),
  });
  const dns = await startDnsServer({ answer: answersFromZone(ZONE) });
  return {
    dns: dns.dns,
    smtpPort: host.port,
    close: async () => void (await Promise.all([dns.close(), host.close()])),
  };
};

/** A validation as the matrix writes it. */
export const verdictOf = ({ result, reasons, code, sendTransactional }: Omit<Validation, 'balance'>): string =>
  `${result} · ${reasons.join(', ')} · ${code} · ${sendTransactional ? 1 : 0}`;
