import type { Config } from '../service/config.js';
import type { Command } from './command.js';
import { configOf, everyOption } from './configured.js';

const mends: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there: stop that one, or choose another --port',
  EACCES: 'the system does not let you: choose a --port above 1023',
  EADDRNOTAVAIL: 'this machine does not have the address: choose another --host',
  ENOTFOUND: 'the name has no address: choose another --host',
};

/** What the system says of a place that cannot be had, with what to do. */
const cannotListen = (error: unknown, { host, port }: Config): Error => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Error(`The service cannot listen at ${host}, port ${port}: ${mends[code] ?? message}.`, { cause: error });
};

/** Runs the service until it is asked to stop. */
export const serve: Command = {
  words: 'serve',
  summary: 'run the service',
  options: everyOption,
  async run(given, around) {
    const config = await configOf(given, around);
    const stopped = around.stopped();
    // Other commands need no web server.
    const { serviceFromConfig } = await import('../service/service-from-config.js');
    const service = await serviceFromConfig(config, {
      onFault: (fault) => around.complain(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)),
    });
    try {
      const { url } = await service.listen({ ...config, ownsProcess: true }).catch((error: unknown) => {
        throw cannotListen(error, config);
      });
      around.say(`Listening on ${url}`);
      await stopped;
    } finally {
      await service.close();
    }
    around.say('Stopped.');
  },
};
