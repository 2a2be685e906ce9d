import { neutralNames, type Host, type WireNames } from '../wire/index.js';
import { hostsOf } from '../client/hosts.js';
import { boundedCache, createMemoryCache, type ValidationCache } from './cache.js';
import { checkOptions } from './check-options.js';
import { createConsoleLog, type FaultName } from './console-log.js';
import { createMemoryLimiter, type Limiter } from './limiter.js';
import type { CostlyParameter, KeyProxyOptions } from './options.js';
import type { Nonces } from './nonces.js';
import type { ReceiptSecret } from './receipt-secrets.js';

/** Options with every default in its place. */
export interface Settings extends WireNames {
  readonly apiKey: string;
  readonly hosts: Readonly<Record<Host, string>>;
  readonly mount: string;
  readonly origins: readonly string[];
  readonly allowUnmarked: boolean;
  readonly trustedHops: number;
  readonly authorize: KeyProxyOptions['authorize'];
  readonly allow: readonly CostlyParameter[];
  readonly limiter: Limiter;
  readonly dailyPerVisitor: number;
  readonly budgetPerDay: number;
  readonly receiptSecret: ReceiptSecret | undefined;
  readonly nonces: Nonces | undefined;
  readonly cache: ValidationCache | undefined;
  readonly timeout: number;
  readonly fetch: typeof fetch;
  /** Never throws. */
  readonly onError: (error: unknown, fault: FaultName) => void;
  readonly now: () => number;
}

/** Tells the site, whose log or clock may be what fails. */
const withoutThrowing =
  (onError: Settings['onError']): Settings['onError'] =>
  (error, fault) => {
    try {
      onError(error, fault);
    } catch {
      // The call goes on as it would have.
    }
  };

/**
 * Checks options and fills in what was left out.
 * @throws KeyProxyOptionError
 */
export const settingsOf = (options: KeyProxyOptions): Settings => {
  checkOptions(options);
  const { now = Date.now, mount = '/email-check', cache } = options;
  const { onError: own } = options;
  const onError = withoutThrowing(own ?? createConsoleLog(options.apiKey, now));
  return {
    apiKey: options.apiKey,
    hosts: hostsOf(options),
    envelope: options.envelope || neutralNames.envelope,
    workspaceParam: options.workspaceParam || neutralNames.workspaceParam,
    mount: mount.replace(/\/$/, ''),
    origins: options.origins ?? [],
    allowUnmarked: options.allowUnmarked === true,
    trustedHops: options.trustedHops ?? 0,
    authorize: options.authorize,
    allow: options.allow ?? [],
    limiter: options.limiter ?? createMemoryLimiter(now),
    dailyPerVisitor: options.dailyPerVisitor ?? 100,
    budgetPerDay: options.budgetPerDay ?? 1_000,
    receiptSecret: options.receiptSecret,
    nonces: options.nonces,
    cache:
      cache === undefined
        ? createMemoryCache(now)
        : cache
          ? boundedCache(cache, (error) => onError(error, 'cache'))
          : undefined,
    timeout: options.timeout ?? 30_000,
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    onError,
    now,
  };
};
