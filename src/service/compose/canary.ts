import type { Config } from '../config.js';
import type { ServiceMetrics } from '../metrics/index.js';
import { createResolverCanary, type CanaryRound, type ResolverCanary } from '../probe/index.js';
import { nameServersOf } from './name-servers.js';

/** Callbacks for the canary's results. */
export interface CanaryObservers {
  readonly metrics?: Pick<ServiceMetrics, 'onQuestion' | 'onResolverRound'> | undefined;
  /** Called with a sentence about a problem and what to do, and with another when the problem is over. */
  readonly onWarning?: ((words: string) => void) | undefined;
  /** Called when name servers are not trusted any more. */
  readonly onBlind?: () => void;
}

const faultOf = (round: CanaryRound, domains: readonly string[]): string => {
  if (round.kind === 'rewritten') return 'The name servers have an answer for a random name that does not exist';
  const why = round.kind === 'no-mail-hosts' ? ` (${round.why})` : '';
  return `The name servers find no mail hosts of ${domains.join(', ')}${why}`;
};

const REMEDY =
  'Their answers are not used, and verdicts that need DNS are Unknown and free. Check the internet connection, or name other name servers with --dns-servers; --canary off believes name servers of your own that know no other names.';

/** The canary of a configuration: it asks the same name servers as verdicts. */
export const openCanary = (
  config: Config,
  { metrics, onWarning, onBlind }: CanaryObservers,
): ResolverCanary | undefined => {
  const { canary, canaryDomains: domains, dnsTimeout: timeoutMs } = config;
  if (!canary) return undefined;
  return createResolverCanary({
    domains,
    servers: nameServersOf(config),
    timeoutMs,
    onQuestion: metrics?.onQuestion,
    onRound: ({ kind }, isBlind) => metrics?.onResolverRound(kind, isBlind),
    onBlind(round) {
      onBlind?.();
      onWarning?.(`${faultOf(round, domains)}. ${REMEDY}`);
    },
    onSight: () => onWarning?.('The name servers answer as they should again: their answers are used.'),
  });
};
