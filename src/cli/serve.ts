import { serviceFromConfig } from '../service/index.js';
import type { Command } from './command.js';
import { configOf, everyOption } from './configured.js';

/** Runs the service until it is asked to stop. */
export const serve: Command = {
  words: 'serve',
  summary: 'run the service',
  options: everyOption,
  async run(given, around) {
    const config = configOf(given, around);
    const stopped = around.stopped();
    const service = await serviceFromConfig(config, {
      onFault: (fault) => around.complain(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)),
    });
    try {
      const { url } = await service.listen(config);
      around.say(`Listening on ${url}`);
      await stopped;
    } finally {
      await service.close();
    }
    around.say('Stopped.');
  },
};
