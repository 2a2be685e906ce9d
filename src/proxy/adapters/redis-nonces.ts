import type { Nonces } from '../nonces.js';
import { isRedisClient, redisClientOf, type IoRedisClient, type NodeRedisClient } from './redis-client.js';

/** How `createRedisNonces` remembers. */
export interface RedisNoncesOptions {
  /** The site's own client: the site listens to its `error` event, and closes it. */
  readonly client: IoRedisClient | NodeRedisClient;
  /** Prefix of every key in Redis; `email-check` by default. Sites that share one Redis need different ones. */
  readonly prefix?: string | undefined;
}

const KEEP = `return redis.call('set', KEYS[1], ARGV[1], 'PXAT', ARGV[2])`;
/** In one step, so that of two who take the same nonce only one gets it. */
const TAKE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end`;

/**
 * Remembers nonces in Redis, for several machines: a form that one of them gave a nonce to may be sent to another. Keys expire by
 * themselves. Needs Redis 6.2 or later.
 * @throws TypeError if an option cannot be used
 *
 * @example
 * const nonces = createRedisNonces({ client });
 * createKeyProxy({ apiKey, baseUrl, nonces });
 */
export const createRedisNonces = ({ client, prefix = 'email-check' }: RedisNoncesOptions): Nonces => {
  if (!isRedisClient(client))
    throw new TypeError('createRedisNonces: "client" must be a client of ioredis or of node-redis.');
  if (typeof prefix !== 'string' || prefix === '') throw new TypeError('createRedisNonces: "prefix" must be a text.');
  const redis = redisClientOf(client);
  const run = (script: string, nonce: string, ...values: string[]): Promise<unknown> =>
    redis.eval(script, { keys: [`${prefix}:nonce:${nonce}`], arguments: values });
  return {
    async keep(nonce, session, until) {
      await run(KEEP, nonce, session, String(until));
    },
    async take(nonce, session) {
      return (await run(TAKE, nonce, session)) === 1;
    },
  };
};
