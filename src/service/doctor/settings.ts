import type { SocksProxy } from '../net/socks5.js';
import { reverseName } from './reverse-name.js';

/** What a configuration says about the machine, as far as it can be checked. */
export interface DoctorSettings {
  /** Domains with mail hosts by which name servers are tested; `[]` if they are not tested. */
  readonly canaryDomains: readonly string[];
  /** Mail hosts to connect to; those of the canary domains if there are none. */
  readonly hosts: readonly string[];
  /** Whether mail hosts are asked at all. */
  readonly isProbing: boolean;
  readonly port: number;
  readonly proxy: SocksProxy | undefined;
  readonly helo: string;
  /** The envelope's sender, or else the one that hosts are asked with again if they refuse the null sender; `''` for the null sender alone. */
  readonly mailFrom: string;
  /** The option that names it. */
  readonly senderOption: '--mail-from' | '--fallback-mail-from';
  /** The addresses under which mail hosts should see this machine; `[]` if none are configured. */
  readonly outboundAddresses: readonly string[];
  readonly blockLists: readonly string[];
  /** Timeouts of a connection and of a reply, in milliseconds. */
  readonly connectTimeoutMs: number;
  readonly replyTimeoutMs: number;
  readonly allowLoopback: boolean;
}

/** The domain of the sender; `undefined` for the null sender. */
export const senderDomainOf = ({ mailFrom }: Pick<DoctorSettings, 'mailFrom'>): string | undefined =>
  mailFrom ? mailFrom.slice(mailFrom.lastIndexOf('@') + 1).toLowerCase() : undefined;

/** A name with a dot that is not an address: as DNS could have it (RFC 5321 §2.3.5). */
export const isFullName = (name: string): boolean => /^[^.\s[\]]+(?:\.[^.\s[\]]+)+$/.test(name) && !/\.\d+$/.test(name);

/** The name that records in remedies give this machine: its own, or one below the sender's domain. */
export const wantedName = (settings: Pick<DoctorSettings, 'helo' | 'mailFrom'>): string =>
  isFullName(settings.helo) ? settings.helo.toLowerCase() : `mail.${senderDomainOf(settings) ?? 'example.com'}`;

/** The PTR record of an address. */
export const ptrRecord = (ip: string, name: string): string => `${reverseName(ip)}. PTR ${name}.`;

/** The A or AAAA record that leads from a name to an address. */
export const addressRecord = (name: string, ip: string): string => `${name}. ${ip.includes(':') ? 'AAAA' : 'A'} ${ip}`;
