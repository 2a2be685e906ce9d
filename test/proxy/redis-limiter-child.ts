import { createRedisLimiter } from '../../src/proxy/adapters/redis.js';
import { clients } from '../suites/redis-clients.js';

// A machine of several: it counts 200 visits to one budget at once, and says how many of them fit.
const [url = '', secret = ''] = process.argv.slice(2);
const { client, close } = await clients.ioredis(url);
const limiter = createRedisLimiter({ client, secret, timeout: 8_000 });
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  const all = Array.from({ length: 200 }, () => limiter.consume('budget', 1, { most: 150, seconds: 60 }));
  void Promise.all(all).then((said) => {
    process.stdout.write(`${said.filter((seconds) => seconds === 0).length}\n`);
    close();
  });
});
