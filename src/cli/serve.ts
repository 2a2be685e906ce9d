import { parsedUrl } from '../network/index.js';
import { adminPlaceOf, optionRows, type Config } from '../service/config.js';
import type { ServiceLog } from '../service/log/index.js';
import type { Service } from '../service/index.js';
import { CONSOLE_PATH } from '../wire/console/index.js';
import type { CliContext, Command } from './command.js';
import { configFrom, configOf, serviceOptions } from './configured.js';
import { consoleUrlOf } from './console-url.js';
import { firstConsole } from './first-console.js';
import { firstSteps } from './first-steps.js';

/** Remedies for a server that cannot listen at an address, by the system's error code. */
const remedies: Readonly<Record<string, (hostOption: string, portOption: string) => string>> = {
  EADDRINUSE: (_, port) => `another program listens there: stop it, or choose another ${port}`,
  EACCES: (_, port) => `the system does not allow it: choose a ${port} above 1023`,
  EADDRNOTAVAIL: (host) => `this machine does not have the address: choose another ${host}`,
  ENOTFOUND: (host) => `the name has no address: choose another ${host}`,
  EAI_AGAIN: (host) => `no name server says where the name is: choose another ${host}, or an address`,
};

/** Makes a server listen. If the system refuses the address, the error says what to do. */
const listenAt = async <Address extends { readonly host: string; readonly port: number }>(
  who: 'service' | 'admin API',
  place: Address,
  listen: (place: Address) => Promise<{ readonly url: string }>,
): Promise<string> => {
  try {
    return (await listen(place)).url;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const prefix = who === 'service' ? '--' : '--admin-';
    const mend = remedies[code]?.(`${prefix}host`, `${prefix}port`) ?? message;
    throw new Error(`The ${who} cannot listen at ${place.host}, port ${place.port}: ${mend}.`, { cause: error });
  }
};

/**
 * The password in a URL, as written and, if its encoding is valid, also decoded: the driver uses a password with an
 * invalid encoding as written.
 */
const passwordsIn = (url: string): string[] => {
  const password = parsedUrl(url)?.password ?? '';
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
};

/** Texts that the log must not contain. */
const secretsOf = ({ secret, adminToken, socks5, database }: Config): (string | undefined)[] => [
  secret,
  adminToken,
  socks5?.password,
  ...passwordsIn(database),
];

/** An unexpected error ends the process, since its state is unknown; its message goes to the log. */
const endAtCrash = (log: ServiceLog): (() => void) => {
  const crash = (fault: unknown) => {
    log.fault(fault);
    process.exit(1);
  };
  process.once('uncaughtException', crash);
  return () => void process.off('uncaughtException', crash);
};

/** Says where the console is. In a database without an account it makes the first one, if the link to it can be shown: on a terminal alone. */
const tellOfConsole = async (
  service: Pick<Service, 'accounts' | 'links'>,
  serviceUrl: string,
  { stdio = process }: CliContext,
  tell: (line: string) => Promise<void>,
): Promise<void> => {
  await tell(`Console at ${serviceUrl}${CONSOLE_PATH}: email-check console link opens it`);
  if (stdio.stdout.isTTY !== true) return;
  for (const line of await firstConsole(service, serviceUrl)) await tell(line);
};

/** Runs the service until it is asked to stop. */
export const serve: Command = {
  name: 'serve',
  summary: 'run the service',
  options: {
    ...serviceOptions,
    'accept-clock': { help: "trust this machine's clock, however far it is from the times in the database" },
  },
  notes: [
    'The log goes to standard error, one JSON object on each line. It contains no key and no address, only hashes of addresses.\nIf the program that reads the log ends, the service goes on without a log.',
    'After SIGTERM, SIGHUP or Ctrl-C, the service accepts no more calls, answers those in progress, records their cost, and ends. A\nsecond SIGTERM or Ctrl-C ends it at once. SIGUSR1 and SIGUSR2 are ignored.',
  ],
  async run(parsed, context) {
    // First, so that an invalid configuration creates no files.
    const admin = adminPlaceOf(configFrom({ flags: parsed.texts }, context));
    const config = await configOf(parsed, context);
    const stopped = context.stopped();
    // The log has the same messages, so a reader that ends, or a full disk, must not stop the service.
    const tell = (line: string) => context.say(line).catch(() => undefined);
    // Other commands need no web server.
    const [{ serviceFromConfig }, { createLog }] = await Promise.all([
      import('../service/compose/compose.js'),
      import('../service/log/index.js'),
    ]);
    const log = createLog({
      level: config.logLevel,
      write: (line) => context.printError(line),
      secrets: secretsOf(config),
    });
    const service = await serviceFromConfig(config, {
      ...{
        onCall: log.call,
        onList: log.list,
        onDelivery: log.delivery,
        onFault: log.fault,
        onWarning: log.warning,
        onDiagnosis: log.diagnosis,
      },
      acceptsClock: parsed.has('accept-clock'),
    });
    const forget = endAtCrash(log);
    try {
      const url = await listenAt('service', { host: config.host, port: config.port, ownsProcess: true }, (place) =>
        service.listen(place),
      );
      const adminUrl =
        admin &&
        (await listenAt('admin API', { ...admin, ownsProcess: true }, (place) => service.listenForAdmin(place)));
      log.started(url);
      await tell(`Listening on ${url}`);
      if (adminUrl) await tell(`Admin API on ${adminUrl}`);
      if (config.console)
        await tellOfConsole(service, consoleUrlOf({ ...config, port: Number(new URL(url).port) }), context, tell).catch(
          log.fault,
        );
      // Only a hint: if the database is unavailable for a moment, the service must not stop.
      const steps = await firstSteps(service.accounts, config.database !== optionRows.database.fallback).catch(
        log.fault,
      );
      if (steps) await tell(steps);
      await stopped;
      log.stopping();
    } finally {
      await service.close();
      forget();
    }
    log.stopped();
    await tell('Stopped.');
  },
};
