import { LONGEST_TIMEOUT } from '../../timing/index.js';
import { addressHash, octetsOf } from '../address-hash.js';
import { startDeadline } from '../deadline.js';
import { createMemoryLimiter, type Limiter } from '../limiter.js';
import { installWords, isMissing } from '../../packages/index.js';
import { isRedisClient, redisClientOf, type IoRedisClient, type NodeRedisClient } from './redis-client.js';

export type { IoRedisClient, NodeRedisClient } from './redis-client.js';
export { createRedisNonces, type RedisNoncesOptions } from './redis-nonces.js';

/** How `createRedisLimiter` counts. */
export interface RedisLimiterOptions {
  /** The site's own client: the site listens to its `error` event, and closes it. */
  readonly client: IoRedisClient | NodeRedisClient;
  /**
   * 32 octets or more, the same on every machine: Redis gets visitors' networks only as HMACs under this secret. You
   * may use the secret of receipts here too. A change of the secret resets all counts.
   */
  readonly secret: string | Uint8Array;
  /** Prefix of every key in Redis; `email-check` by default. Sites that share one Redis need different ones. */
  readonly prefix?: string | undefined;
  /** Milliseconds that Redis has to answer; 500 by default. */
  readonly timeout?: number | undefined;
  /**
   * The limiter to use while Redis does not answer; `none` by default. With `none` the proxy answers 503 with the code `limiter-unavailable`, the element
   * lets the visitor go on, and no uncounted credit is spent. With `memory` each process counts by itself from 0, so that of
   * four processes each may spend a whole budget.
   */
  readonly fallback?: 'none' | 'memory' | undefined;
}

/** 32 octets cannot be guessed by someone who reads a hash in Redis and tries all IPv4 addresses. */
const SHORTEST_SECRET = 32;
const DEFAULT_PREFIX = 'email-check';
const DEFAULT_TIMEOUT = 500;

/**
 * Counts points in one step, and only if they are within the limit. The library's own script also counts points that it
 * refuses: one validation of 22 credits would use up the rest of a budget, although validations of 1 credit would still
 * fit. The library compares the first number of the result with the limit.
 */
const COUNT_WITHIN_LIMIT = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local wanted = tonumber(redis.call('get', KEYS[1])) + tonumber(ARGV[1])
if wanted <= tonumber(ARGV[3]) then redis.call('incrby', KEYS[1], ARGV[1]) end
return {wanted, redis.call('pttl', KEYS[1])}`;

const library = { name: 'rate-limiter-flexible', load: () => import('rate-limiter-flexible') };

const check = (isRight: boolean, words: string): void => {
  if (!isRight) throw new TypeError(`createRedisLimiter: ${words}`);
};

const checkAll = ({
  client,
  secret,
  prefix = DEFAULT_PREFIX,
  timeout = DEFAULT_TIMEOUT,
  fallback = 'none',
}: RedisLimiterOptions): void => {
  check(isRedisClient(client), '"client" must be a client of ioredis or of node-redis.');
  const isSecret = typeof secret === 'string' || secret instanceof Uint8Array;
  check(
    isSecret && octetsOf(secret).length >= SHORTEST_SECRET,
    `"secret" must have ${SHORTEST_SECRET} octets or more: make one with \`openssl rand -base64 32\`, and give the same to every machine.`,
  );
  check(typeof prefix === 'string' && prefix !== '', '"prefix" must be a text.');
  check(
    Number.isInteger(timeout) && timeout > 0 && timeout <= LONGEST_TIMEOUT,
    '"timeout" must be a whole number of milliseconds, at least 1.',
  );
  check(fallback === 'none' || fallback === 'memory', '"fallback" must be none or memory.');
  check(!isMissing(library), `it ${installWords(library)}`);
};

/**
 * Makes a limiter that counts in Redis, so that several processes and machines hold one limit together. Keys expire by themselves when
 * their limit's time is over. Needs the package `rate-limiter-flexible`.
 *
 * Its `consume` rejects within `timeout` if Redis is not connected, stalls or fails. What was sent to it by then may be counted after all,
 * and a Redis that is restarted without persistence begins at 0.
 * @throws TypeError if an option cannot be used, or the package is not installed
 *
 * @example With node-redis
 * const client = await createClient({ url: process.env.REDIS_URL }).on('error', console.error).connect();
 * createKeyProxy({ apiKey, baseUrl, limiter: createRedisLimiter({ client, secret: process.env.LIMITER_SECRET }) });
 *
 * @example With ioredis
 * createRedisLimiter({ client: new Redis(process.env.REDIS_URL), secret: process.env.LIMITER_SECRET });
 */
export const createRedisLimiter = (options: RedisLimiterOptions): Limiter => {
  checkAll(options);
  const { client, secret, prefix = DEFAULT_PREFIX, timeout = DEFAULT_TIMEOUT, fallback } = options;
  const storeClient = redisClientOf(client);
  const memory = fallback === 'memory' ? createMemoryLimiter(Date.now) : undefined;

  const countInRedis: Limiter['consume'] = async (name, points, { most, seconds }) => {
    const { RateLimiterRedis, RateLimiterRes } = await library.load();
    const counter = new RateLimiterRedis({
      ...{ storeClient, useRedisPackage: true, keyPrefix: prefix },
      ...{ points: most, duration: seconds, customIncrTtlLuaScript: COUNT_WITHIN_LIMIT },
    });
    const key = await addressHash(secret, 'visitor', name);
    const deadline = startDeadline(timeout);
    try {
      await deadline.within(counter.consume(key, points));
      return 0;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    } finally {
      deadline.end();
    }
  };

  return {
    async consume(...asked) {
      try {
        return await countInRedis(...asked);
      } catch (error) {
        if (!memory) throw error;
        return memory.consume(...asked);
      }
    },
  };
};
