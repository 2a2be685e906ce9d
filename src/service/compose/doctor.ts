import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { dirname, resolve } from 'node:path';
import { ipRangeOf } from '../../network/index.js';
import { Accounts, AccountsError, checkDatabase, loadDatabaseSecret, secretFileOf } from '../accounts/index.js';
import { dataFolderOf, type Config } from '../config.js';
import {
  runChecks,
  type DatabaseFact,
  type Diagnosis,
  type DiskFact,
  type ListDate,
  type DoctorParts,
  type DoctorSettings,
  type RunOptions,
} from '../doctor/index.js';
import type { ServiceMetrics } from '../metrics/index.js';
import { connect } from '../net/connect.js';
import { answersOverTcp } from '../net/name-server.js';
import { DnsQuestions } from '../probe/index.js';
import { loadReputation, type ListFacts } from '../reputation/index.js';
import { isOnServer, openStore } from '../store/index.js';
import { greetingNameOf } from './greeting-name.js';
import { nameServersOf } from './name-servers.js';
import { messageOf, tryStore } from './try-store.js';
import { NULL_SENDER, openMailHostFinder } from './verdicts.js';

/** No check waits longer for one step, however patient verdicts are. */
const MOST_DNS_MS = 5_000;
const MOST_CONNECT_MS = 5_000;
const MOST_REPLY_MS = 10_000;
const DNS_TRIES = 2;

const senderOf = ({ mailFrom, fallbackMailFrom = '' }: Config): Pick<DoctorSettings, 'mailFrom' | 'senderOption'> =>
  mailFrom === NULL_SENDER && fallbackMailFrom
    ? { mailFrom: fallbackMailFrom, senderOption: '--fallback-mail-from' }
    : { mailFrom: mailFrom === NULL_SENDER ? '' : mailFrom, senderOption: '--mail-from' };

const settingsOf = (config: Config): DoctorSettings => ({
  canaryDomains: config.canary ? config.canaryDomains : [],
  hosts: config.doctorHosts,
  isProbing: config.probing,
  port: config.smtpPort,
  proxy: config.socks5,
  helo: greetingNameOf(config),
  ...senderOf(config),
  outboundAddresses: config.outboundAddresses,
  blockLists: config.blockLists,
  connectTimeoutMs: Math.min(config.connectTimeout, MOST_CONNECT_MS),
  replyTimeoutMs: Math.min(config.smtpTimeout, MOST_REPLY_MS),
  allowLoopback: config.allowLoopback,
});

/** An address from which hosts on the internet can be reached. */
const hasIpv6 = ({ allowLoopback }: Config): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(
      ({ family, address, internal }) =>
        family === 'IPv6' && (internal ? allowLoopback : ipRangeOf(address) === 'public'),
    ),
  );

const diskOf = async ({ database }: Config): Promise<DiskFact | undefined> => {
  if (database === ':memory:' || isOnServer(database)) return undefined;
  const folder = dirname(resolve(database));
  try {
    const { bavail, bsize } = await statfs(folder);
    return { folder, free: bavail * bsize };
  } catch {
    // The check of the database says why it cannot be opened.
    return undefined;
  }
};

/** The secret of the database. A check makes no file for it. */
const secretOf = ({ secret, database }: Config): string => {
  if (secret !== undefined) return secret;
  if (database !== ':memory:' && !isOnServer(database) && !existsSync(secretFileOf(database)))
    throw new AccountsError(
      'no-secret',
      `${secretFileOf(database)} is missing: restore it, or give the secret with --secret.`,
    );
  return loadDatabaseSecret(database);
};

/** Opens the database that a configuration names, if there is one, and tries it. Never rejects, and makes no file. */
const tryDatabase = async (config: Config, now: number): Promise<DatabaseFact> => {
  try {
    checkDatabase(config.database);
    const secret = secretOf(config);
    const store = await openStore({ database: config.database, purpose: 'administration' });
    try {
      await new Accounts(store, secret, () => now).checkSecret();
      return await tryStore(store, now);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof AccountsError && error.code === 'no-database') return { kind: 'missing' };
    return { kind: 'failed', message: messageOf(error) };
  }
};

/** The dates of the lists that everybody has: an operator's own change when there is a reason. */
export const datesOf = (lists: readonly ListFacts[]): readonly ListDate[] =>
  lists.flatMap(({ name, source, date, made }) =>
    source === 'own' || date === '' || !made ? [] : [{ name, date, made }],
  );

export interface DoctorOptions extends RunOptions {
  readonly metrics?: Pick<ServiceMetrics, 'onQuestion'> | undefined;
  /** Tries the database; if absent, the one that the configuration names is opened. */
  readonly tryDatabase?: (() => Promise<DatabaseFact>) | undefined;
  /** Milliseconds since 1970, UTC. */
  readonly now?: (() => number) | undefined;
  /** Replaces what is found out about this machine. */
  readonly machine?: Partial<Pick<DoctorParts, 'disk' | 'hasIpv6' | 'listDates'>> | undefined;
}

/** Checks the machine as a configuration wants it. Never rejects; with the signal, what is being asked is given up. */
export const examine = async (
  config: Config,
  { metrics, now = Date.now, machine, tryDatabase: tryOwn, ...options }: DoctorOptions = {},
): Promise<Diagnosis> => {
  const timeoutMs = Math.min(config.dnsTimeout, MOST_DNS_MS);
  const onQuestion = metrics?.onQuestion;
  const questions = new DnsQuestions({ servers: nameServersOf(config), timeoutMs, tries: DNS_TRIES, onQuestion });
  const mailHosts = openMailHostFinder(config, { timeoutMs, onQuestion });
  const close = () => {
    questions.close();
    mailHosts.close();
  };
  // What waits for name servers ends at once too.
  options.signal?.addEventListener('abort', close, { once: true });
  if (options.signal?.aborted) close();
  try {
    return await runChecks(
      settingsOf(config),
      {
        questions,
        findMailHosts: (domain) => mailHosts.find(domain),
        answersOverTcp: (server, domain, signal) => answersOverTcp(server, domain, { timeoutMs, signal }),
        connect,
        tryDatabase: tryOwn ?? (() => tryDatabase(config, now())),
        disk: () => diskOf(config),
        hasIpv6: () => hasIpv6(config),
        listDates: () =>
          datesOf(loadReputation({ dataFolder: dataFolderOf(config), onFault: () => undefined }).lists()),
        now,
        ...machine,
      },
      options,
    );
  } finally {
    options.signal?.removeEventListener('abort', close);
    close();
  }
};
