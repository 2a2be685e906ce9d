import { setTimeout as sleep } from 'node:timers/promises';
import { createService } from '../../../src/service/index.js';
import { secret, stubEngine } from '../../service/app/fixture.js';

// A service with its console in a process of its own, which a test kills and starts again at the same place. It is given its database, its
// port, how long a verdict takes, in milliseconds, and how many verdicts it gives: further addresses wait until it is killed. It tells its
// address, and runs on.
const [, , database = '', port, milliseconds, most] = process.argv;
let left = Number(most);
const engine = stubEngine();
const service = await createService({
  database,
  secret,
  engine,
  reputation: { isDisposable: () => false },
  console: { folder: 'dist/console' },
  listWork: {
    fetch: () => Promise.reject(new Error('All lists are files.')),
    async verify(address) {
      if (--left < 0) await new Promise(() => undefined);
      await sleep(Number(milliseconds));
      return engine.verify(address);
    },
  },
});
const { url } = await service.listen({ host: '127.0.0.1', port: Number(port) });
process.stdout.write(`${JSON.stringify({ url })}\n`);
