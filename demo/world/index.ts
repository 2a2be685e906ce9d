/** A mail world on loopback: a DNS server and SMTP servers that speak the real protocols, as a zone file describes them. */
export { startWorld, type World, type WorldOptions } from './world.js';
export { startDnsServer, type AskedQuestion, type DnsServer, type DnsServerOptions } from './dns-server.js';
export { startMailHost, type MailHost, type MailHostOptions } from './mail-host.js';
export { answersFromRecords, type TextRecord } from './answers-from-records.js';
export { answersFromZone, type DnsAnswer, type DnsRecords, type Rcode } from './dns-answers.js';
export {
  repliesFromZone,
  type Envelope,
  type GreylistOptions,
  type RecipientReply,
  type SmtpRefusal,
} from './recipient-replies.js';
export type { SmtpExchange, SmtpSession } from './smtp-conversation.js';
export type { DnsManner, HostKind, MailDomain, MailExchange, Zone, ZoneHost } from './zone.js';
export { DEFAULT_ZONE, readZone } from './read-zone.js';
export { parseZone } from './parse-zone.js';
export { ZoneError } from './zone-error.js';
