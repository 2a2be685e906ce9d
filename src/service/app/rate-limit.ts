import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { countedNetworkOf } from '../accounts/index.js';

/** Limit of the free requests of each network. It protects this process, so each process counts for itself. */
export interface RateLimit {
  /** Counts a call from an address. Returns 0 if it may be answered, else the seconds that its network must wait. */
  secondsToWait(address: string | undefined): Promise<number>;
}

const SECONDS = 60;
/** Maximum number of networks to count, some 20 MB: beyond it, the least recently seen one is dropped. */
const MOST_NETWORKS = 20_000;

/** Allows each network this many calls in a minute, from its first call on. */
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
