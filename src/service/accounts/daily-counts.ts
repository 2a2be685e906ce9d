import { networkOf, prefixOf } from '../../network/index.js';
import { DAILY_CALLS_PER_NETWORK, DAILY_CALLS_PER_PUBLIC_KEY } from '../../wire/index.js';
import type { DailyCount, KeyRecord } from '../store/index.js';

/** Lengths of the IPv6 prefixes, wider than a /64, that a provider may give to one customer. */
type WideLength = 56 | 48;

/** How many times the limit of one network all networks of a /56 or a /48 may have together; any number if absent. */
export type WideFactors = Readonly<Partial<Record<WideLength, number | undefined>>>;

const wideLengths: readonly WideLength[] = [56, 48];

/** Names the count of all networks: no hash is so short. */
const ALL = 'all';

/** The network that a caller counts as. Callers without an address (on a UNIX socket) count together. */
export const countedNetworkOf = (address: string | undefined): string => networkOf(address) ?? 'local';

/** The caller with a public key. */
export interface CallerNetwork {
  /** Of the socket, or as trusted proxies tell it. */
  readonly address?: string | undefined;
  /** On this machine and past no proxy: its network is not counted. */
  readonly isLocal?: boolean | undefined;
}

/** What a call with a public key adds to: its network, the wider ones that have a limit, and the key's budget. `hashOf` hides a network's name. */
export const dailyCountsOf = (
  { dailyLimit = DAILY_CALLS_PER_NETWORK, dailyBudget = DAILY_CALLS_PER_PUBLIC_KEY }: KeyRecord,
  { address, isLocal = false }: CallerNetwork,
  factors: WideFactors,
  hashOf: (network: string) => string,
): readonly DailyCount[] => {
  const wide = wideLengths.flatMap((length) => {
    const network = prefixOf(address, length);
    const factor = factors[length];
    return network !== undefined && factor !== undefined ? [{ network, limit: dailyLimit * factor }] : [];
  });
  const networks = isLocal ? [] : [{ network: countedNetworkOf(address), limit: dailyLimit }, ...wide];
  return [
    ...networks.map(({ network, limit }) => ({ network: hashOf(network), limit, of: 'day' as const })),
    ...(dailyBudget > 0 ? [{ network: ALL, limit: dailyBudget, of: 'budget' as const }] : []),
  ];
};
