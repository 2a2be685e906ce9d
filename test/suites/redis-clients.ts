import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import type { RedisLimiterOptions } from '../../src/proxy/adapters/redis.js';

/** A connected client, and how it is let go. */
export interface Connected {
  readonly client: RedisLimiterOptions['client'];
  close(): void;
}

/** Clients as a site makes them; connections that break are what tests are about. */
export const clients: Readonly<Record<'ioredis' | 'node-redis', (url: string) => Promise<Connected>>> = {
  async ioredis(url) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => 20 }).on('error', () => {});
    await client.connect();
    return { client, close: () => client.disconnect() };
  },
  async 'node-redis'(url) {
    const client = await createClient({ url, socket: { reconnectStrategy: 20 } })
      .on('error', () => {})
      .connect();
    return { client, close: () => client.destroy() };
  },
};
