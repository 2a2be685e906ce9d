import { hostname } from 'node:os';
import { parse } from 'tldts';
import { isAddressLiteral } from '../../address/index.js';
import { isPublicHost, parseIp } from '../../network/index.js';
import type { Config } from '../config.js';

/** The name to greet mail hosts with; the system's if the configuration has none. */
export const greetingNameOf = ({ helo = hostname() }: Pick<Config, 'helo'>): string => helo;

/** Whether a name may be in the public DNS, or is an address literal (RFC 5321 §4.1.1.1, §4.1.3). */
const isFullyQualified = (name: string): boolean => {
  if (isAddressLiteral(name)) return true;
  const lower = name.toLowerCase();
  return parseIp(lower) === undefined && isPublicHost(lower) && parse(lower).isIcann === true;
};

/** Tells the operator about a name that mail hosts refuse or distrust, and what to set. */
export const warnOfGreetingName = (
  { helo, probing }: Pick<Config, 'helo' | 'probing'>,
  onWarning: ((words: string) => void) | undefined,
): void => {
  const name = greetingNameOf({ helo });
  if (!probing || isFullyQualified(name)) return;
  onWarning?.(
    `Mail hosts are greeted with "${name}"${helo === undefined ? ", this system's host name" : ''}, which is not a fully qualified domain name: many refuse such a client, and verdicts are Unknown. Set --helo to the name of this machine's public IP address (its PTR record), such as check.example.com, or to the address itself, such as [192.0.2.1].`,
  );
};
