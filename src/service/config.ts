import { fieldsBesideEnvelope, KEY_PARAMETER, KEY_PARAMETER_ALIAS, neutralNames, validateCall } from '../wire/index.js';
import {
  days,
  dnsServers,
  greetingName,
  hostNames,
  mailAddress,
  hostNamesOrOff,
  ipAddresses,
  mailbox,
  milliseconds,
  nameExcept,
  oneOf,
  onOff,
  optional,
  row,
  secret,
  socks5,
  someHostNames,
  someOf,
  text,
  token,
  webOrigin,
  wholeNumberBetween,
  type OptionRow,
} from './config-values.js';
import type { SocksProxy } from './net/socks5.js';
import { isOnServer } from './store/on-server.js';

/** Log levels, from the fewest lines to the most. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The sources of photos. */
export const avatarSources = ['libravatar', 'gravatar'] as const;
export type AvatarSource = (typeof avatarSources)[number];

/** Parameters of calls whose names the workspace parameter must not have. */
const takenParameters = [
  KEY_PARAMETER,
  KEY_PARAMETER_ALIAS,
  ...Object.keys(validateCall.parameters).filter((name) => name !== neutralNames.workspaceParam),
];

/** Every option of the service. Its name here is its name in a configuration file. */
export const optionRows = {
  host: row(text, '127.0.0.1', 'address to listen on; :: for all'),
  port: row(wholeNumberBetween(0, 65_535), 8080, 'port to listen on; 0 for a free one'),
  database: {
    ...row(
      text,
      'email-check.sqlite',
      'file with accounts, keys and charges, created if missing; or postgres://user:password@host/name',
    ),
    isSecret: true,
  },
  secret: {
    ...optional(secret, 'secret that keys are hashed with; by default a random one in <database>.secret'),
    isSecret: true,
  },
  domainsFolder: optional(
    text,
    'folder with your own lists of domains, reloaded when they change; by default <database>.domains',
  ),
  dataFolder: optional(
    text,
    'folder with newer lists than those of the release, taken with the command data update; by default <database>.data',
  ),
  scriptFile: optional(text, 'script-tag file to serve at /email-check.js; by default that of this release'),
  trustedHops: row(
    wholeNumberBetween(0, 10),
    0,
    "number of reverse proxies before the service whose headers name the caller's address",
  ),
  dailyFactor56: row<number | undefined>(
    wholeNumberBetween(1, 256),
    undefined,
    'limit for all networks of an IPv6 /56 together with one public key, as a multiple of the daily limit of a network; none by default',
  ),
  dailyFactor48: row<number | undefined>(wholeNumberBetween(1, 65_536), undefined, 'the same for a /48'),
  publicUrl: optional(
    webOrigin,
    'public address of the service, for links to results; by default the URL of the request',
  ),
  console: row(onOff, false, 'whether the account console is served at /console; email-check console link opens it'),
  metrics: row<'local' | 'all' | 'off'>(
    oneOf(['local', 'all', 'off']),
    'local',
    'who may read /metrics: callers on this machine or a private network (local), all, or no one (off)',
  ),
  metricsHosts: row<readonly string[]>(
    hostNames,
    [],
    'further host names, besides localhost and IP addresses, under which local callers may read /metrics, separated by commas',
  ),
  logLevel: row<LogLevel>(oneOf(logLevels), 'info', `what is logged: ${logLevels.join(', ')}`),
  adminPort: row<number | undefined>(wholeNumberBetween(0, 65_535), undefined, 'port of the admin API; off by default'),
  adminHost: row(text, '127.0.0.1', 'address that the admin API listens on'),
  adminToken: { ...optional(token, 'bearer token of the admin API'), isSecret: true },
  retain: row<number | undefined>(
    days,
    undefined,
    'how long data that identifies an address is kept, such as 30d; forever by default',
  ),
  retainLists: row(days, 30, 'how long a list that has ended is kept with its results, such as 30d'),
  lists: row(
    wholeNumberBetween(0, 100),
    4,
    'lists in progress at the same time, each of another account; 0 leaves them to other processes on the same database',
  ),
  listConcurrency: row(wholeNumberBetween(1, 10_000), 200, 'addresses of one list that are checked at the same time'),
  listRest: row(
    milliseconds,
    330_000,
    'milliseconds after the first pass of a list until deferred addresses are checked again',
  ),
  webhookHosts: row<readonly string[]>(
    hostNames,
    [],
    'hosts of your own network that webhooks may be sent to, by http too; separated by commas',
  ),
  avatars: row<readonly AvatarSource[]>(
    someOf(avatarSources),
    [],
    'sources of photos: libravatar, gravatar; none by default',
  ),
  brandLogos: row(onOff, true, 'whether to use the brand icons of this release as logos'),
  siteLogos: row(onOff, true, "whether to look for other logos on the domain's own site"),
  envelope: row(nameExcept(fieldsBesideEnvelope), neutralNames.envelope, 'name of the object that wraps results'),
  workspaceParam: row(
    nameExcept(takenParameters),
    neutralNames.workspaceParam,
    'name of the parameter for hosted-workspace detection',
  ),
  dnsServers: row<readonly string[]>(
    dnsServers,
    [],
    "DNS servers to ask, separated by commas; the system's by default",
  ),
  canary: row(
    onOff,
    true,
    'whether DNS is used only while name servers answer correctly for well-known names; off for a test network of your own',
  ),
  canaryDomains: row<readonly string[]>(
    someHostNames,
    ['gmail.com', 'outlook.com', 'yahoo.com'],
    'domains that certainly have mail hosts: name servers are tested with them; separated by commas',
  ),
  probing: row(onOff, true, 'whether mail hosts are asked about mailboxes'),
  smtpPort: row(wholeNumberBetween(1, 65_535), 25, 'port of mail hosts'),
  helo: optional(greetingName, "name to greet mail hosts with; the system's by default"),
  mailFrom: row(mailbox, '<>', 'sender to name to mail hosts; <> is the null sender'),
  fallbackMailFrom: optional(
    mailAddress,
    'sender to name to mail hosts that refuse the null sender; by default they are not asked again',
  ),
  workspaceDetection: row(
    onOff,
    true,
    'whether domains at Google Workspace and Microsoft 365 are tested once with a random address; off for calls with workspace alone',
  ),
  connectionsPerHost: row(wholeNumberBetween(1, 20), 4, 'connections to one mail host at a time'),
  recipientsPerSession: row(
    wholeNumberBetween(1, 100),
    20,
    'addresses checked over one connection to a mail host; 1 for a connection each',
  ),
  providersFile: optional(
    text,
    'file with your own rules, paces and budgets of mail providers; those of this release without it',
  ),
  socks5: {
    ...row<SocksProxy | undefined>(
      socks5,
      undefined,
      'SOCKS5 proxy to reach mail hosts through, socks5://user:password@host:port',
    ),
    isSecret: true,
  },
  doctor: row(
    onOff,
    true,
    'whether the service checks the machine when it starts and once a day, as email-check doctor does',
  ),
  doctorHosts: row<readonly string[]>(
    hostNames,
    [],
    'mail hosts that the checks connect to, separated by commas; by default those of the canary domains',
  ),
  outboundAddresses: row<readonly string[]>(
    ipAddresses,
    [],
    'addresses under which mail hosts see this machine, to check, separated by commas; by default those that mail hosts name',
  ),
  blockLists: row<readonly string[]>(
    hostNamesOrOff,
    ['zen.spamhaus.org', 'bl.spamcop.net'],
    'DNS block lists on which the checks look for these addresses, separated by commas; off for none',
  ),
  allowLoopback: row(onOff, false, 'whether mail hosts on this machine may be contacted: only for tests'),
  dnsTimeout: row(milliseconds, 5_000, 'milliseconds for one DNS question'),
  connectTimeout: row(milliseconds, 5_000, 'milliseconds for one connection to a mail host'),
  smtpTimeout: row(milliseconds, 10_000, 'milliseconds for one reply of a mail host'),
  verdictTimeout: row(milliseconds, 20_000, 'milliseconds for a verdict; after that it is Unknown'),
} as const satisfies Record<string, OptionRow<unknown>>;

/** The name of an option. */
export type OptionName = keyof typeof optionRows;

/** Every option's value, checked. */
export type Config = { readonly [Name in OptionName]: (typeof optionRows)[Name]['fallback'] };

const besideDatabase = (database: string, ending: string): string | undefined =>
  database === ':memory:' || isOnServer(database) ? undefined : `${database}.${ending}`;

/** The folder of the operator's own lists; `undefined` for a database without a file, if none is named. */
export const domainsFolderOf = ({
  domainsFolder,
  database,
}: Pick<Config, 'domainsFolder' | 'database'>): string | undefined =>
  domainsFolder ?? besideDatabase(database, 'domains');

/** The folder of newer lists than those of the release; `undefined` for a database without a file, if none is named. */
export const dataFolderOf = ({ dataFolder, database }: Pick<Config, 'dataFolder' | 'database'>): string | undefined =>
  dataFolder ?? besideDatabase(database, 'data');

/** All option names, in the order of their help. */
export const optionNames = Object.keys(optionRows) as OptionName[];

/** `smtpPort` on a command line: `smtp-port`. */
export const flagOf = (option: OptionName): string =>
  option.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

/** `smtpPort` in the environment: `EMAIL_CHECK_SMTP_PORT`. */
export const environmentNameOf = (option: OptionName): string =>
  `EMAIL_CHECK_${flagOf(option).replaceAll('-', '_').toUpperCase()}`;

/** Invalid options, one sentence each in `message`, with the value, where it came from and what to write instead. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The address of the admin API and its token; `undefined` if it is off.
 * @throws ConfigError for a port without a token.
 */
export const adminPlaceOf = ({
  adminPort: port,
  adminHost: host,
  adminToken: token,
}: Pick<Config, 'adminPort' | 'adminHost' | 'adminToken'>) => {
  if (port === undefined) return undefined;
  if (token !== undefined) return { port, host, token };
  throw new ConfigError(
    `The admin API has a port and no token to open it: give one with ${environmentNameOf('adminToken')} or --${flagOf('adminToken')}, or leave the port out.`,
  );
};
