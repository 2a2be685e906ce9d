import { fieldsBesideEnvelope, KEY_PARAMETER, KEY_PARAMETER_ALIAS, neutralNames, validateCall, type Host, type WireNames } from '../wire/index.js';
import { hostsOf, type HostOptions } from '../client/hosts.js';
import { boundedCache, createMemoryCache, type ValidationCache } from './cache.js';
import { createMemoryLimiter, type Limiter } from './limiter.js';
import { checkedSecrets, type ReceiptSecret } from './receipt-secrets.js';
import type { ProxyCall } from './routes.js';

/** A parameter of `validate` that may cost more than a plain validation, or take longer. */
export type CostlyParameter = 'append' | 'photo' | 'workspace';

/** What a key proxy is made of. */
export interface KeyProxyOptions extends HostOptions {
  /** The private key of the service's account. It goes to the service alone. */
  readonly apiKey: string;
  /** Name of the object that wraps a result, where the service uses its own. */
  readonly envelope?: string | undefined;
  /** Name of the workspace parameter, where the service uses its own. */
  readonly workspaceParam?: string | undefined;
  /** Path that the calls are below, as the site's visitors know it; `/email-check` by default. */
  readonly mount?: string | undefined;
  /**
   * The site's own origins, such as `https://shop.example`. Browsers that say `Sec-Fetch-Site: same-origin` need none. No page of another
   * origin can read the answers: mount a key proxy on each.
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Takes requests that say neither `Sec-Fetch-Site` nor `Origin`, as programs and very old browsers do. Another site can lead such a
   * browser to an account call by a link: then `authorize` must not go by a cookie alone.
   */
  readonly allowUnmarked?: boolean | undefined;
  /** Reverse proxies before this one that add the visitor's address to `X-Forwarded-For` or `Forwarded`; 0 by default. */
  readonly trustedHops?: number | undefined;
  /**
   * Whether who sent the request may make an account call. Only `true` opens it. It reads headers (a session's cookie), and leaves
   * the body alone.
   */
  readonly authorize?: ((request: Request, call: ProxyCall) => boolean | Promise<boolean>) | undefined;
  /** Parameters of `validate` that pages may use; none by default. */
  readonly allow?: readonly CostlyParameter[] | undefined;
  /** Counts calls; in this process's memory by default. */
  readonly limiter?: Limiter | undefined;
  /** Validations that one visitor (an IPv4 address, an IPv6 /64) may have asked of the service in a UTC day; 100 by default. */
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
   * Told of what `authorize`, `limiter` and `cache` throw, and of what fails in the key proxy itself, for your log. What the service says
   * or how it fails is not among it, nor is the key.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Milliseconds since 1970, UTC; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

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
  readonly cache: ValidationCache | undefined;
  readonly timeout: number;
  readonly fetch: typeof fetch;
  /** Never throws. */
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
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

/** A timer takes no longer time, in milliseconds. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;
const MOST_HOPS = 10;
/** All parameters of that kind. */
export const COSTLY: readonly CostlyParameter[] = ['append', 'photo', 'workspace'];

const KNOWN: Readonly<Record<keyof KeyProxyOptions, true>> = {
  ...{ apiKey: true, baseUrl: true, bulkUrl: true, disposableUrl: true, logoUrl: true, envelope: true, workspaceParam: true, mount: true },
  ...{ origins: true, allowUnmarked: true, trustedHops: true, authorize: true, allow: true, limiter: true, dailyPerVisitor: true },
  ...{ budgetPerDay: true, receiptSecret: true, cache: true, timeout: true, fetch: true, onError: true, now: true },
};

const check = (isRight: boolean, option: keyof KeyProxyOptions, words: string): void => {
  if (!isRight) throw new KeyProxyOptionError(option, words);
};

const isWhole = (value: unknown, least: number, most: number): boolean => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const isWebAddress = (text: unknown): boolean => {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !search && !hash && !username && !password;
};

const isOrigin = (text: unknown): boolean => typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text && text !== 'null';

const isListOf = <Item>(list: readonly Item[], isRight: (item: Item) => boolean): boolean => Array.isArray(list) && list.every((item: Item) => isRight(item));

/** Names that answers have for something else, the receipt's among them. */
const TAKEN_FIELDS: readonly string[] = [...fieldsBesideEnvelope, 'receipt'];
/** Names that calls have for something else, the key's among them. */
const TAKEN_PARAMETERS: readonly string[] = [KEY_PARAMETER, KEY_PARAMETER_ALIAS, ...Object.keys(validateCall.parameters).filter((name) => name !== neutralNames.workspaceParam)];

/** Whether a name on the wire was left out, or is one that means nothing else there. */
const isFreeName = (name: unknown, taken: readonly string[]): boolean => name === undefined || (typeof name === 'string' && /^(?:[A-Za-z_][\w-]*)?$/.test(name) && !taken.includes(name));

const hasMethods = (value: unknown, ...names: readonly string[]): boolean => names.every((name) => typeof (Object(value) as Record<string, unknown>)[name] === 'function');

const checkReceiptSecret = (secret: ReceiptSecret): void => {
  try {
    checkedSecrets(secret);
  } catch (error) {
    throw new KeyProxyOptionError('receiptSecret', `"receiptSecret" cannot sign receipts: ${error instanceof Error ? error.message : ''}`);
  }
};

const checkAll = (options: KeyProxyOptions): void => {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined) throw new KeyProxyOptionError(unknown, `there is no option "${unknown}": check its spelling.`);
  const { apiKey, mount = '/', origins = [], trustedHops = 0, allow = [], dailyPerVisitor = 0, budgetPerDay = 0, timeout = 1, cache, limiter } = options;
  check(typeof apiKey === 'string' && /^[!-~]{8,256}$/.test(apiKey), 'apiKey', '"apiKey" must be the private key: 8 to 256 visible ASCII characters. Is its environment variable set?');
  check(!apiKey.startsWith('public_'), 'apiKey', '"apiKey" is a public key, which pages use without a proxy: give the private one.');
  for (const name of ['baseUrl', 'bulkUrl', 'disposableUrl', 'logoUrl'] as const) {
    const isLeftOut = name !== 'baseUrl' && options[name] === undefined;
    check(isLeftOut || isWebAddress(options[name]), name, `"${name}" must be an http or https address without a query, such as https://check.example.com.`);
  }
  check(isFreeName(options.envelope, TAKEN_FIELDS), 'envelope', `"envelope" must be a name of letters, digits, - and _, other than ${TAKEN_FIELDS.join(', ')}.`);
  check(isFreeName(options.workspaceParam, TAKEN_PARAMETERS), 'workspaceParam', `"workspaceParam" must be a name of letters, digits, - and _, other than ${TAKEN_PARAMETERS.join(', ')}.`);
  check(typeof mount === 'string' && /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/.test(mount), 'mount', '"mount" must be a path that begins with a slash, such as /email-check.');
  check(isListOf(origins, isOrigin), 'origins', '"origins" must be a list of origins without a slash at their end, such as https://shop.example.');
  check(/undefined|boolean/.test(typeof options.allowUnmarked), 'allowUnmarked', '"allowUnmarked" must be true or false.');
  check(isWhole(trustedHops, 0, MOST_HOPS), 'trustedHops', `"trustedHops" must be a whole number from 0 to ${MOST_HOPS}.`);
  check(isListOf(allow, (each) => COSTLY.includes(each)), 'allow', `"allow" takes ${COSTLY.join(', ')}.`);
  check(isWhole(dailyPerVisitor, 0, Number.MAX_SAFE_INTEGER), 'dailyPerVisitor', '"dailyPerVisitor" must be a whole number of validations.');
  check(isWhole(budgetPerDay, 0, Number.MAX_SAFE_INTEGER), 'budgetPerDay', '"budgetPerDay" must be a whole number of credits.');
  check(isWhole(timeout, 1, LONGEST_TIMEOUT), 'timeout', '"timeout" must be a whole number of milliseconds, 1 at least.');
  if (options.receiptSecret !== undefined) checkReceiptSecret(options.receiptSecret);
  check(limiter === undefined || hasMethods(limiter, 'consume'), 'limiter', '"limiter" must have a method "consume".');
  check(cache === undefined || cache === false || hasMethods(cache, 'get', 'set'), 'cache', '"cache" must have methods "get" and "set", or be false for none.');
  for (const name of ['authorize', 'fetch', 'onError', 'now'] as const) check(/undefined|function/.test(typeof options[name]), name, `"${name}" must be a function.`);
};

/** Tells the site, whose log may be what fails. */
const telling =
  (onError: KeyProxyOptions['onError']): Settings['onError'] =>
  (error) => {
    try {
      onError?.(error);
    } catch {
      // The call goes on as it would have.
    }
  };

/**
 * Checks options and fills in what was left out.
 * @throws KeyProxyOptionError
 */
export const settingsOf = (options: KeyProxyOptions): Settings => {
  checkAll(options);
  const { now = Date.now, mount = '/email-check', cache } = options;
  const onError = telling(options.onError);
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
    cache: cache === undefined ? createMemoryCache(now) : cache ? boundedCache(cache, onError) : undefined,
    timeout: options.timeout ?? 30_000,
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    onError,
    now,
  };
};
