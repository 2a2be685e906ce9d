/** A client of `ioredis`, or a cluster of them. */
export interface IoRedisClient {
  readonly status: string;
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** A client of node-redis (`redis`, `@redis/client`), connected; a pool, cluster or sentinel of them too. */
export interface NodeRedisClient {
  readonly isOpen: boolean;
  /** A pool does not tell. */
  readonly isReady?: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Whether a value is a client of one of the two libraries. */
export const isRedisClient = (value: unknown): value is IoRedisClient | NodeRedisClient => {
  const client = Object(value) as object;
  return 'eval' in client && typeof client.eval === 'function' && ('isOpen' in client || 'status' in client);
};

/** States in which ioredis keeps commands until it has connected again, for seconds. */
const DISCONNECTED_STATES = ['reconnecting', 'close', 'end'];

/**
 * Either client in the form that the library takes of node-redis. On a client of ioredis itself the library would define a command, and
 * that is one for all limiters on the client: those of the site would count by our script, or ours by theirs.
 */
export const redisClientOf = (client: IoRedisClient | NodeRedisClient): Pick<NodeRedisClient, 'eval'> => ({
  async eval(script, options) {
    const isThere =
      'isOpen' in client ? (client.isReady ?? client.isOpen) : !DISCONNECTED_STATES.includes(client.status);
    if (!isThere) throw new Error('Redis is not connected.');
    return 'isOpen' in client
      ? client.eval(script, options)
      : client.eval(script, options.keys.length, ...options.keys, ...options.arguments);
  },
});
