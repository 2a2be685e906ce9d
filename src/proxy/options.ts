import type { HostOptions } from '../client/hosts.js';
import type { ValidationCache } from './cache.js';
import type { Limiter } from './limiter.js';
import type { ReceiptSecret } from './receipt-secrets.js';
import type { ProxyCall } from './routes.js';

/** A parameter of `validate` that may cost more than a plain validation, or take longer. */
export type CostlyParameter = 'append' | 'photo' | 'workspace';

/** All parameters of that kind. */
export const COSTLY_PARAMETERS: readonly CostlyParameter[] = ['append', 'photo', 'workspace'];

/** What a key proxy is made of. */
export interface KeyProxyOptions extends HostOptions {
  /** The private key of the service's account. It goes to the service alone. */
  readonly apiKey: string;
  /** Name of the object that wraps a result, if the service uses its own. */
  readonly envelope?: string | undefined;
  /** Name of the workspace parameter, if the service uses its own. */
  readonly workspaceParam?: string | undefined;
  /** Path that the calls are below, as the site's visitors know it; `/email-check` by default. */
  readonly mount?: string | undefined;
  /**
   * The site's own origins, such as `https://shop.example`. Browsers that say `Sec-Fetch-Site: same-origin` need none. No page of another
   * origin can read the answers: mount a key proxy on each.
   */
  readonly origins?: readonly string[] | undefined;
  /** Takes requests that say neither `Sec-Fetch-Site` nor `Origin`, as programs and very old browsers do. */
  readonly allowUnmarked?: boolean | undefined;
  /** Reverse proxies before this one that add the visitor's address to `X-Forwarded-For` or `Forwarded`; 0 by default. */
  readonly trustedHops?: number | undefined;
  /**
   * Whether the sender of the request may make an account call. Only `true` allows it. It reads headers (a session's cookie), and leaves
   * the body alone.
   */
  readonly authorize?: ((request: Request, call: ProxyCall) => boolean | Promise<boolean>) | undefined;
  /** Parameters of `validate` that pages may use; none by default. */
  readonly allow?: readonly CostlyParameter[] | undefined;
  /** Counts calls; in this process's memory by default. */
  readonly limiter?: Limiter | undefined;
  /** Validations that one visitor (an IPv4 address, an IPv6 /64) may ask in a UTC day, whether the cache answers them or not; 100 by default. */
  readonly dailyPerVisitor?: number | undefined;
  /**
   * Credits that the whole site's validations may claim in a UTC day: 1 each, 1 more with `photo`, 20 more with `append`; 1,000 by default.
   * Each call that is sent claims them, whatever comes of it.
   */
  readonly budgetPerDay?: number | undefined;
  /**
   * Signs a receipt of each verdict, which the site's backend verifies: a secret of 32 octets or more, or a private Ed25519 key. Needs
   * the package `jose`. None by default.
   */
  readonly receiptSecret?: ReceiptSecret | undefined;
  /** Keeps verdicts for a while; in this process's memory by default, `false` for none. */
  readonly cache?: ValidationCache | false | undefined;
  /** Milliseconds until a call is given up, with all the waiting that it takes; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Called with what `authorize`, `limiter` and `cache` throw; with an error whose `code` is `limiter-timeout` (and the like) if one of them
   * did not answer in time; with what fails in the key proxy itself; and with a `ServiceFault`, which has a `code`, if the service refuses
   * the key, has no credits left, fails or is not reached. `fault` names the part at fault (`authorize`, `limiter`, `cache` or `proxy-failed`) or is that `code`;
   * one line to `console.error` by default, the same fault once a minute at most, without the key and without email addresses.
   */
  readonly onError?: ((error: unknown, fault: string) => void) | undefined;
  /** Milliseconds since 1970, UTC; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** An option of `createKeyProxy` that cannot be used. Its message never holds the key. */
export class KeyProxyOptionError extends TypeError {
  override readonly name = 'KeyProxyOptionError';
  /** The option at fault. */
  readonly option: string;

  constructor(option: string, words: string) {
    super(`createKeyProxy: ${words}`);
    this.option = option;
  }
}
