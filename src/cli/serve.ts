import type { Config } from '../service/config.js';
import type { ServiceLog } from '../service/log/index.js';
import type { Command } from './command.js';
import { configOf, everyOption } from './configured.js';

const mends: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there: stop that one, or choose another --port',
  EACCES: 'the system does not let you: choose a --port above 1023',
  EADDRNOTAVAIL: 'this machine does not have the address: choose another --host',
  ENOTFOUND: 'the name has no address: choose another --host',
  EAI_AGAIN: 'no name server says where the name is: choose another --host, or an address',
};

/** What the system says of a place that cannot be had, with what to do. */
const cannotListen = (error: unknown, { host, port }: Config): Error => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Error(`The service cannot listen at ${host}, port ${port}: ${mends[code] ?? message}.`, { cause: error });
};

/** What no line of the log may hold. */
const secretsOf = ({ secret, adminToken, socks5, database }: Config): (string | undefined)[] => {
  const password = URL.canParse(database) ? new URL(database).password : '';
  return [secret, adminToken, socks5?.password, password, decodeURIComponent(password)];
};

/** What nobody expected ends the process, since nobody knows what is left of it; its words go where all others go. */
const endAtCrash = (log: ServiceLog): (() => void) => {
  const crash = (fault: unknown) => {
    log.fault(fault);
    process.exit(1);
  };
  process.once('uncaughtException', crash);
  return () => void process.off('uncaughtException', crash);
};

/** Runs the service until it is asked to stop. */
export const serve: Command = {
  words: 'serve',
  summary: 'run the service',
  options: everyOption,
  notes: [
    'Standard error has the log, a JSON object a line; it holds no key and no address, and in place of an address a hash of it.',
    'Asked to stop (SIGTERM, Ctrl-C), the service takes no more calls, answers those under way and writes down what they cost. A second\nsignal ends it at once.',
  ],
  async run(given, around) {
    const config = await configOf(given, around);
    const stopped = around.stopped();
    // Other commands need no web server.
    const [{ serviceFromConfig }, { createLog }] = await Promise.all([import('../service/service-from-config.js'), import('../service/log/index.js')]);
    const log = createLog({ level: config.logLevel, write: (line) => around.complain(line), secrets: secretsOf(config) });
    const service = await serviceFromConfig(config, { onCall: log.call, onFault: log.fault });
    const forget = endAtCrash(log);
    try {
      const { url } = await service.listen({ ...config, ownsProcess: true }).catch((error: unknown) => {
        throw cannotListen(error, config);
      });
      log.started(url);
      around.say(`Listening on ${url}`);
      await stopped;
      log.stopping();
    } finally {
      await service.close();
      forget();
    }
    log.stopped();
    around.say('Stopped.');
  },
};
