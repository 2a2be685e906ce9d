import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { countedNetworkOf } from '../accounts/index.js';

/** Limit of the free requests of each network. It protects this process, so each process counts for itself. */
export interface RateLimit {
  /** Counts a call from an address; 0 if it may be answered, else how many seconds its network must wait. */
  secondsToWait(address: string | undefined): Promise<number>;
}

const SECONDS = 60;
/** Networks that are counted at once, some 20 MB: of more, the one that has not asked for longest is forgotten. */
const MOST_NETWORKS = 20_000;

/** Lets each network ask this many times in a minute, from its first call on. */
export const createRateLimit = (
  perMinute: number,
  mostNetworks = MOST_NETWORKS,
): RateLimit & { readonly networks: () => number } => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  const counted = new LRUCache<string, true>({
    max: mostNetworks,
    dispose: (_, network, reason) => {
      if (reason === 'evict') void limiter.delete(network);
    },
  });
  return {
    networks: () => limiter.dump().storage.length,
    async secondsToWait(address) {
      const network = countedNetworkOf(address);
      counted.set(network, true);
      try {
        await limiter.consume(network);
        return 0;
      } catch (beyond) {
        if (beyond instanceof RateLimiterRes) return Math.max(1, Math.ceil(beyond.msBeforeNext / 1_000));
        throw beyond;
      }
    },
  };
};
