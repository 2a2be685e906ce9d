import { Resolver } from 'node:dns';
import { isAddressLiteral } from '../address/index.js';
import { ipText, parseIp, parsedUrl } from '../network/index.js';
import { parseSocks5, type SocksProxy } from './net/socks5.js';

/** An option, as data. */
export interface OptionRow<Value> {
  /** Line for `--help`. */
  readonly help: string;
  /** Description of a valid value, to end "write …". */
  readonly expects: string;
  readonly fallback: Value;
  /** Whether the value must not be repeated in an error. */
  readonly isSecret?: true;
  /** The value, or `undefined` if the text is invalid. */
  readonly parse: (text: string) => Value | undefined;
}

/** Parser of an option's text. */
export type Parse<Value> = Pick<OptionRow<Value>, 'expects' | 'parse'>;

export const row = <Value>({ expects, parse }: Parse<Value>, fallback: Value, help: string): OptionRow<Value> => ({
  expects,
  parse,
  fallback,
  help,
});

export const text: Parse<string> = { expects: 'a text that is not empty', parse: (value) => value.trim() || undefined };

/** A whole number, written in digits only. */
export const wholeNumberBetween = (least: number, most: number): Parse<number> => ({
  expects: `a whole number from ${least} to ${most}`,
  parse: (value) =>
    /^\d{1,9}$/.test(value.trim()) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined,
});

export const onOff: Parse<boolean> = {
  expects: 'on or off',
  parse: (value) =>
    /^(on|true|yes|1)$/i.test(value.trim()) ? true : /^(off|false|no|0)$/i.test(value.trim()) ? false : undefined,
};

const matching = (pattern: RegExp, expects: string): Parse<string> => ({
  expects,
  parse: (value) => (pattern.test(value.trim()) ? value.trim() : undefined),
});

/** Whether they are valid name servers is decided by the resolver that will use them. */
export const dnsServers: Parse<readonly string[]> = {
  expects: 'IP addresses separated by commas, each with or without :port',
  parse: (value) => {
    const servers = value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    try {
      new Resolver().setServers(servers);
      return servers;
    } catch {
      return undefined;
    }
  },
};

export const socks5: Parse<SocksProxy | undefined> = {
  expects: 'socks5://host:port or socks5://user:password@host:port',
  parse: (value) => parseSocks5(value.trim()),
};

export const secret: Parse<string> = {
  expects: 'at least 16 characters',
  parse: (value) => (value.trim().length >= 16 ? value.trim() : undefined),
};
/** A token that may follow `Bearer` in a header (RFC 6750 §2.1). */
export const token = matching(/^[\w.~+/-]{16,}=*$/, 'at least 16 letters, digits and signs among - . _ ~ + /');

/** A name in the interface that does not clash with another one. */
export const nameExcept = (taken: readonly string[]): Parse<string> => {
  const { expects, parse } = matching(/^[A-Za-z_][\w-]*$/, 'a name of letters, digits, - and _');
  const free = (value: string | undefined) => (value !== undefined && taken.includes(value) ? undefined : value);
  return { expects: `${expects}, other than ${taken.join(', ')}`, parse: (value) => free(parse(value)) };
};

/** Parser of a URL without a path; a slash at the end is removed. */
export const webOrigin: Parse<string> = {
  expects: 'a web address without a path, such as https://check.example.com',
  parse: (value) => {
    const url = parsedUrl(value.trim());
    const isBare =
      url &&
      /^https?:$/.test(url.protocol) &&
      !url.username &&
      !url.password &&
      url.pathname === '/' &&
      !url.search &&
      !url.hash;
    return isBare ? url.origin : undefined;
  },
};

export const hostName = matching(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, 'a host name, such as mail.example.com');
/** A name for EHLO (RFC 5321 §4.1.1.1): of a host, or an address literal. */
export const greetingName: Parse<string> = {
  expects: `${hostName.expects}, or an address in brackets, [192.0.2.1] or [IPv6:2001:db8::1]`,
  parse: (value) => (isAddressLiteral(value.trim()) ? value.trim() : hostName.parse(value)),
};
/** Names of hosts, in lower case as URLs have them. */
export const hostNames: Parse<readonly string[]> = {
  expects: 'host names separated by commas',
  parse: (value) => {
    const names = value
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean);
    return names.every((name) => hostName.parse(name)) ? names : undefined;
  },
};
/** The same, with at least one name. */
export const someHostNames: Parse<readonly string[]> = {
  expects: 'at least one host name; several are separated by commas',
  parse: (value) => {
    const names = hostNames.parse(value);
    return names?.length ? names : undefined;
  },
};
/** An address of which no more is known. */
export const mailAddress = matching(/^[^\s<>@]+@[^\s<>@]+$/, 'an address, such as check@example.com');
/** The same, or `off` for none. */
export const hostNamesOrOff: Parse<readonly string[]> = {
  expects: `${hostNames.expects}, or off`,
  parse: (value) => (value.trim().toLowerCase() === 'off' ? [] : hostNames.parse(value)),
};
/** IP addresses, in their canonical form. */
export const ipAddresses: Parse<readonly string[]> = {
  expects: 'IP addresses separated by commas',
  parse: (value) => {
    const addresses = value
      .split(',')
      .filter((item) => item.trim() !== '')
      .map((item) => parseIp(item.trim()));
    return addresses.some((each) => !each) ? undefined : addresses.map((each) => ipText(each ?? []));
  },
};
export const mailbox = matching(/^(<>|[^\s<>@]+@[^\s<>@]+)$/, 'an address, such as check@example.com, or <>');
export const milliseconds = wholeNumberBetween(100, 600_000);

const none: string | undefined = undefined;
export const optional = (parse: Parse<string>, help: string): OptionRow<string | undefined> =>
  row<string | undefined>(parse, none, help);

/** Words of a list, without duplicates, separated by commas. */
export const someOf = <Word extends string>(words: readonly Word[]): Parse<readonly Word[]> => ({
  expects: `some of ${words.join(', ')}, separated by commas`,
  parse: (value) => {
    const given = value
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean);
    return given.every((each): each is Word => (words as readonly string[]).includes(each))
      ? [...new Set(given)]
      : undefined;
  },
});

/** Parser of one of several words. */
export const oneOf = <Word extends string>(words: readonly Word[]): Parse<Word> => ({
  expects: `one of ${words.join(', ')}`,
  parse: (value) => words.find((word) => word === value.trim().toLowerCase()),
});

const MOST_DAYS = 36_500;

/** A time in days, `30d`. */
export const days: Parse<number> = {
  expects: `a number of days from 1d to ${MOST_DAYS}d`,
  parse: (value) => {
    const [, count] = /^(\d{1,5})d$/i.exec(value.trim()) ?? [];
    return count && Number(count) >= 1 && Number(count) <= MOST_DAYS ? Number(count) : undefined;
  },
};
