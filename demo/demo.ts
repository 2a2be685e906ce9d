import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig, serviceFromConfig, type CallEntry } from '../src/service/index.js';
import { listen } from '../src/service/app/listen.js';
import { signInUrl } from '../src/service/console/link-url.js';
import { DAILY_CALLS_PER_NETWORK } from '../src/wire/index.js';
import { createBackend } from './backend.js';
import { createCallLog } from './call-log.js';
import { liveThroughMonth } from './history.js';
import { livingMailboxes } from './living-mailboxes.js';
import { startDemoIssuer } from './issuer/demo-issuer.js';
import { hostedLists } from './hosted-lists.js';
import { startListServer } from './list-server.js';
import { createPageApp } from './page-app.js';
import { startWorld } from './world/index.js';
import { LOOPBACK, onFreePort } from './world/loopback.js';

export interface DemoOptions {
  /** Of the page; a free one below 32768 for 0 or none. */
  readonly port?: number;
  /** Of the service; a free one below 32768 for 0 or none. */
  readonly servicePort?: number;
  /** That the account begins with; 1,000 where absent. */
  readonly credits?: number;
  /** Whether the account has a month of usage behind it when the demo starts. */
  readonly hasHistory?: boolean;
  /** Told of what went wrong inside the service. */
  readonly onFault?: (fault: unknown) => void;
}

/** A running demo: a simulated mail world, the service over it, and a sign-up page. */
export interface Demo {
  /** Of the page, without a slash at its end. */
  readonly url: string;
  readonly serviceUrl: string;
  /** Of the lists that it hosts, without a slash at its end: their host's name is known here alone. */
  readonly listsUrl: string;
  /** A link that signs in to the console of the service once: to the demo's account alone, or to all accounts as the operator. */
  consoleLink(as: 'account' | 'operator'): Promise<string>;
  /** What the key proxy asks the service with, and no browser is ever told. */
  readonly privateKey: string;
  /** The last thousand calls that the service answered, oldest first. */
  entries(): readonly CallEntry[];
  /** Ends the service alone: what is left is a site whose addresses cannot be checked. */
  closeService(): Promise<void>;
  /** Has it answer again after that, where it was, with all that it had. */
  reopenService(): Promise<void>;
  /** Ends everything and removes what was stored. */
  close(): Promise<void>;
}

const CREDITS = 1000;
const DAY = 86_400_000;
/** What the page's button adds. */
const MORE_CREDITS = 5000;
/** What a mail host puts off is asked again while somebody watches: elsewhere that takes minutes. In milliseconds, and less of it in seconds. */
const REST = 3_000;
const GREYLIST_SECONDS = 2;
/** A demo that is stopped does not wait for a mail host that never answers. */
const DRAIN_MILLISECONDS = 500;
/** Whom the operator knows: a reverse look-up finds more of her than her address says. */
const KNOWN_PERSON = 'jane.doe@gmail.com';
const knownFields = {
  firstname: 'Jane',
  lastname: 'Doe',
  organization: 'Fernhollow Allotments',
  city: 'Bath',
  since: '2019',
};
/** The simulated mail hosts of the big providers are asked without the manners that real ones need. */
const providersFile = fileURLToPath(new URL('world/providers.json', import.meta.url));
const scriptFile = fileURLToPath(new URL('../dist/email-check.js', import.meta.url));
const consoleFolder = fileURLToPath(new URL('../dist/console', import.meta.url));
/** More than a month of the demo's visitors costs. */
const CREDITS_OF_MONTH = 1000;
/** With the day of the start, a month. */
const DAYS_BEFORE = 29;

const urlOf = (port: number): string => `http://localhost:${port}`;

const needScript = (): Promise<void> =>
  access(scriptFile).catch(() => {
    throw new Error('dist/email-check.js is missing: run "npm run build" first.');
  });

const start = async (
  { port, servicePort, credits = CREDITS, hasHistory = false, onFault = () => undefined }: DemoOptions,
  ending: (() => unknown)[],
): Promise<Demo> => {
  await needScript();
  const log = createCallLog();
  let ahead = hasHistory ? -DAYS_BEFORE * DAY : 0;
  const now = () => Date.now() + ahead;

  const app = createPageApp({ log, now, startNewDay: () => (ahead += DAY) });
  const page = await onFreePort((free) => listen(app.fetch, { port: free, host: LOOPBACK }), port || undefined);
  ending.push(
    () => page.close(),
    () => app.close(),
  );

  const world = await startWorld({ now, greylistSeconds: GREYLIST_SECONDS });
  ending.push(() => world.close());

  const lists = await startListServer(hostedLists(world.zone));
  ending.push(() => lists.close());

  const provider = await startDemoIssuer();
  ending.push(() => provider.close());

  const folder = await mkdtemp(join(tmpdir(), 'email-check-demo-'));
  ending.push(() => rm(folder, { recursive: true, force: true }));

  const config = readConfig({
    flags: {
      database: join(folder, 'demo.sqlite'),
      'script-file': scriptFile,
      'dns-servers': world.dns,
      canary: 'off',
      console: true,
      'providers-file': providersFile,
      doctor: 'off',
      'smtp-port': String(world.smtpPort),
      'allow-loopback': true,
      helo: 'localhost',
      'list-rest': String(REST),
    },
  });
  const secret = randomBytes(32).toString('base64url');
  const around = {
    now,
    onFault,
    onCall: (entry: CallEntry) => void (ahead < 0 || log.add(entry)),
    drainMilliseconds: DRAIN_MILLISECONDS,
    fetchList: lists.fetch,
    consoleFolder,
  };
  const begin = () => serviceFromConfig({ ...config, secret }, around);
  let service = await begin();
  ending.push(() => service.close());

  const account = await service.accounts.createAccount({
    name: 'Demo',
    credits: credits + (hasHistory ? CREDITS_OF_MONTH : 0),
  });
  const url = urlOf(page.port);
  const origins = [url, page.url];
  const { key: publicKey } = await service.accounts.createKey({
    account: account.id,
    kind: 'public',
    label: 'Demo pages',
    origins,
    // Visitors on this machine are not counted, and the page is to show what those of the web see.
    dailyBudget: DAILY_CALLS_PER_NETWORK,
  });
  const { key: privateKey } = await service.accounts.createKey({
    account: account.id,
    kind: 'private',
    label: 'Key proxy',
  });
  if (hasHistory)
    await liveThroughMonth({
      ...{ privateKey, now, days: DAYS_BEFORE },
      fetch: (request) => service.fetch(request),
      living: livingMailboxes(world.zone),
      goBack: (days) => (ahead = -days * DAY),
    });
  await service.contacts.keep([{ address: KNOWN_PERSON, fields: knownFields }]);
  const { port: heardAt } = await onFreePort(
    (free) => service.listen({ port: free, host: LOOPBACK }),
    servicePort || undefined,
  );
  const serviceUrl = urlOf(heardAt);
  const receiptSecret = randomBytes(32).toString('base64url');
  const consoleLink = async (as: 'account' | 'operator') =>
    signInUrl(serviceUrl, await service.links.make(as === 'account' ? account.id : undefined));
  const addCredits = () => service.accounts.grantCredits(account.id, MORE_CREDITS);
  app.fill(
    {
      ...{ publicKey, serviceUrl, listsUrl: lists.url },
      chromiumCommand: provider.commandFor(`${url}/ownership.html`),
      openConsole: () => consoleLink('account'),
    },
    createBackend({ privateKey, serviceUrl, receiptSecret, origins, now, addCredits, issuer: provider.issuer }),
  );

  let ended: Promise<void> | undefined;
  return {
    ...{ url, serviceUrl, listsUrl: lists.url, privateKey, consoleLink },
    entries: log.entries,
    closeService: () => service.close(),
    async reopenService() {
      service = await begin();
      await service.listen({ port: heardAt, host: LOOPBACK });
    },
    close: () => (ended ??= end(ending)),
  };
};

/** Undoes what was begun, last first; what was undone is not undone again. */
const end = async (ending: (() => unknown)[]): Promise<void> => {
  for (let undo = ending.pop(); undo; undo = ending.pop()) await undo();
};

/**
 * Starts the demo. Rejects with the system's error for a port that is taken (`EADDRINUSE`, its `port` says which), a RangeError
 * for one that is none, and a ZoneError for a faulty zone file; nothing is left running then.
 */
export const startDemo = async (options: DemoOptions = {}): Promise<Demo> => {
  const ending: (() => unknown)[] = [];
  try {
    return await start(options, ending);
  } catch (error) {
    await end(ending);
    throw error;
  }
};
