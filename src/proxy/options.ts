import type { HostOptions } from '../client/hosts.js';
import type { ValidationCache } from './cache.js';
import type { Limiter } from './limiter.js';
import type { Nonces } from './nonces.js';
import type { ReceiptSecret } from './receipt-secrets.js';
import type { ProxyCall } from './routes.js';

/** A parameter of `validate` that may cost more than a plain validation, or take longer. */
export type CostlyParameter = 'append' | 'photo' | 'workspace';

/** All costly parameters. */
export const COSTLY_PARAMETERS: readonly CostlyParameter[] = ['append', 'photo', 'workspace'];

/** Options of a key proxy. */
export interface KeyProxyOptions extends HostOptions {
  /** The private key of the service's account. It is sent only to the service. */
  readonly apiKey: string;
  /** Name of the object that wraps a result, if the service uses its own. */
  readonly envelope?: string | undefined;
  /** Name of the workspace parameter, if the service uses its own. */
  readonly workspaceParam?: string | undefined;
  /** Path prefix of the proxy's routes, as browsers request it; `/email-check` by default. */
  readonly mount?: string | undefined;
  /**
   * The site's own origins, such as `https://shop.example`. Needed only for browsers that do not send `Sec-Fetch-Site`.
   * Pages of another origin cannot read the answers, so mount one key proxy on each site.
   */
  readonly origins?: readonly string[] | undefined;
  /** Accepts requests that have neither `Sec-Fetch-Site` nor `Origin`, as programs and very old browsers do. */
  readonly allowUnmarked?: boolean | undefined;
  /** Reverse proxies before this one that add the visitor's address to `X-Forwarded-For` or `Forwarded`; 0 by default. */
  readonly trustedHops?: number | undefined;
  /**
   * Whether the sender of the request may make an account call. Only `true` allows it. It may read headers (a session
   * cookie), but must not read the body.
   */
  readonly authorize?: ((request: Request, call: ProxyCall) => boolean | Promise<boolean>) | undefined;
  /** Parameters of `validate` that pages may use; none by default. */
  readonly allow?: readonly CostlyParameter[] | undefined;
  /** Counts calls; in this process's memory by default. */
  readonly limiter?: Limiter | undefined;
  /** Validations that one visitor (an IPv4 address, an IPv6 /64) may request in a UTC day, whether the cache answers them or not; 100 by default. */
  readonly dailyPerVisitor?: number | undefined;
  /**
   * Credits that the whole site's validations may use in a UTC day: 1 each, 1 more with `photo`, 20 more with `append`; 1,000 by default.
   * Each call sent to the service counts, whatever the result.
   */
  readonly budgetPerDay?: number | undefined;
  /**
   * Signs a receipt of each verdict, which the site's backend verifies: a secret of 32 octets or more, or a private Ed25519 key. Needs
   * the package `jose`. None by default.
   */
  readonly receiptSecret?: ReceiptSecret | undefined;
  /**
   * Gives nonces for proof of ownership (experimental): the call `nonce` exists only with this. `createNonces()` for one process,
   * `createRedisNonces()` for several. The backend verifies with the same.
   */
  readonly nonces?: Nonces | undefined;
  /** Keeps verdicts for a while; in this process's memory by default, `false` for none. */
  readonly cache?: ValidationCache | false | undefined;
  /** Timeout of a call in milliseconds, retries and waiting included; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Called with each fault. `fault` is `authorize`, `limiter`, `cache`, `nonces` or `proxy-failed` if that part threw; then `error` is what it threw
   * (its `code` is `limiter-timeout` and the like if the part was too slow). Otherwise the service is at fault: it refused the key, has no
   * credits left, failed or was not reached. Then `error` is a `ServiceFault`, and `fault` is its `code`; one line to `console.error` by
   * default, each fault at most once a minute, without the key and without email addresses.
   */
  readonly onError?: ((error: unknown, fault: string) => void) | undefined;
  /** Milliseconds since 1970, UTC; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** An invalid option of `createKeyProxy`. Its message never contains the key. */
export class KeyProxyOptionError extends TypeError {
  override readonly name = 'KeyProxyOptionError';
  /** The name of the invalid option. */
  readonly option: string;

  constructor(option: string, words: string) {
    super(`createKeyProxy: ${words}`);
    this.option = option;
  }
}
