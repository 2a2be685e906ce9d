import { networkOf, prefixOf } from '../../network/index.js';
import { DAILY_CALLS_PER_NETWORK, DAILY_CALLS_PER_PUBLIC_KEY } from '../../wire/index.js';
import type { DailyCount, KeyRecord } from '../store/index.js';

/** Lengths of the IPv6 prefixes, wider than a /64, that a provider may give to one customer. */
type WideLength = 56 | 48;

/** Shared limit of all networks in one /56 or /48, as a multiple of one network's limit. No shared limit if absent. */
export type PrefixLimitFactors = Readonly<Partial<Record<WideLength, number | undefined>>>;

const wideLengths: readonly WideLength[] = [56, 48];

/** Name of the counter for all networks together. No hash is that short. */
export const ALL_NETWORKS = 'all';

/** The network that a caller counts as. Callers without an address (on a UNIX socket) count together. */
export const countedNetworkOf = (address: string | undefined): string => networkOf(address) ?? 'local';

/** The caller with a public key. */
export interface CallerNetwork {
  /** IP address of the socket, or of the caller according to trusted proxies. */
  readonly address?: string | undefined;
  /** Whether the call comes from this machine and through no proxy: its network is not counted. */
  readonly isLocal?: boolean | undefined;
}

/**
 * Returns the counters that a call with a public key adds to: those of its network, of the wider networks that have a
 * limit, and of the key's budget. `keyedHashOf` hashes a network's name.
 */
export const dailyCountsOf = (
  { dailyLimit = DAILY_CALLS_PER_NETWORK, dailyBudget = DAILY_CALLS_PER_PUBLIC_KEY }: KeyRecord,
  { address, isLocal = false }: CallerNetwork,
  factors: PrefixLimitFactors,
  keyedHashOf: (network: string) => string,
): readonly DailyCount[] => {
  const wide = wideLengths.flatMap((length) => {
    const network = prefixOf(address, length);
    const factor = factors[length];
    return network !== undefined && factor !== undefined ? [{ network, limit: dailyLimit * factor }] : [];
  });
  const networks = isLocal ? [] : [{ network: countedNetworkOf(address), limit: dailyLimit }, ...wide];
  return [
    ...networks.map(({ network, limit }) => ({ counter: keyedHashOf(network), limit, limitKind: 'day' as const })),
    ...(dailyBudget > 0 ? [{ counter: ALL_NETWORKS, limit: dailyBudget, limitKind: 'budget' as const }] : []),
  ];
};
