import { parsedUrl } from '../network/index.js';
import { LONGEST_TIMEOUT } from '../timing/index.js';
import { fieldsBesideEnvelope, KEY_PARAMETER, KEY_PARAMETER_ALIAS, neutralNames, validateCall } from '../wire/index.js';
import { installWords, isMissing, jose } from '../packages/index.js';
import { COSTLY_PARAMETERS, KeyProxyOptionError, type KeyProxyOptions } from './options.js';
import { checkedSecrets, type ReceiptSecret } from './receipt-secrets.js';

const MOST_HOPS = 10;

const KNOWN: Readonly<Record<keyof KeyProxyOptions, true>> = {
  ...{
    apiKey: true,
    baseUrl: true,
    bulkUrl: true,
    disposableUrl: true,
    logoUrl: true,
    envelope: true,
    workspaceParam: true,
    mount: true,
  },
  ...{
    origins: true,
    allowUnmarked: true,
    trustedHops: true,
    authorize: true,
    allow: true,
    limiter: true,
    dailyPerVisitor: true,
  },
  ...{
    budgetPerDay: true,
    receiptSecret: true,
    nonces: true,
    cache: true,
    timeout: true,
    fetch: true,
    onError: true,
    now: true,
  },
};

const check = (isRight: boolean, option: keyof KeyProxyOptions, words: string): void => {
  if (!isRight) throw new KeyProxyOptionError(option, words);
};

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const isWebAddress = (text: unknown): boolean => {
  const url = typeof text === 'string' ? parsedUrl(text) : undefined;
  if (!url) return false;
  const { protocol, search, hash, username, password } = url;
  return /^https?:$/.test(protocol) && !search && !hash && !username && !password;
};

const isOrigin = (text: unknown): boolean =>
  typeof text === 'string' && parsedUrl(text)?.origin === text && text !== 'null';

const isListOf = <Item>(list: readonly Item[], isRight: (item: Item) => boolean): boolean =>
  Array.isArray(list) && list.every((item: Item) => isRight(item));

/** Names that answers use for other fields, including the receipt. */
const TAKEN_FIELDS: readonly string[] = [...fieldsBesideEnvelope, 'receipt'];
/** Names that calls use for other parameters, including the key. */
const TAKEN_PARAMETERS: readonly string[] = [
  KEY_PARAMETER,
  KEY_PARAMETER_ALIAS,
  ...Object.keys(validateCall.parameters).filter((name) => name !== neutralNames.workspaceParam),
];

/** Whether a name of the interface was left out, or does not clash with another name. */
const isFreeName = (name: unknown, taken: readonly string[]): boolean =>
  name === undefined || (typeof name === 'string' && /^(?:[A-Za-z_][\w-]*)?$/.test(name) && !taken.includes(name));

const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof (Object(value) as Record<string, unknown>)[name] === 'function');

const checkReceiptSecret = (secret: ReceiptSecret): void => {
  try {
    checkedSecrets(secret);
  } catch (error) {
    throw new KeyProxyOptionError(
      'receiptSecret',
      `"receiptSecret" cannot sign receipts: ${error instanceof Error ? error.message : ''}`,
    );
  }
  check(!isMissing(jose), 'receiptSecret', `"receiptSecret" ${installWords(jose)}`);
};

/**
 * Checks each option.
 * @throws KeyProxyOptionError for the first invalid one
 */
export const checkOptions = (options: KeyProxyOptions): void => {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined) throw new KeyProxyOptionError(unknown, `unknown option "${unknown}": check its spelling.`);
  const {
    apiKey,
    mount = '/',
    origins = [],
    trustedHops = 0,
    allow = [],
    dailyPerVisitor = 0,
    budgetPerDay = 0,
    timeout = 1,
    cache,
    limiter,
  } = options;
  check(
    typeof apiKey === 'string' && /^[!-~]{8,256}$/.test(apiKey),
    'apiKey',
    '"apiKey" must be the private key: 8 to 256 visible ASCII characters. Is its environment variable set?',
  );
  check(
    !apiKey.startsWith('public_'),
    'apiKey',
    '"apiKey" is a public key, which pages use without a proxy: give a private key.',
  );
  for (const name of ['baseUrl', 'bulkUrl', 'disposableUrl', 'logoUrl'] as const) {
    const isLeftOut = name !== 'baseUrl' && options[name] === undefined;
    check(
      isLeftOut || isWebAddress(options[name]),
      name,
      `"${name}" must be an http or https address without a query, such as https://check.example.com.`,
    );
  }
  check(
    isFreeName(options.envelope, TAKEN_FIELDS),
    'envelope',
    `"envelope" must be a name of letters, digits, - and _, other than ${TAKEN_FIELDS.join(', ')}.`,
  );
  check(
    isFreeName(options.workspaceParam, TAKEN_PARAMETERS),
    'workspaceParam',
    `"workspaceParam" must be a name of letters, digits, - and _, other than ${TAKEN_PARAMETERS.join(', ')}.`,
  );
  check(
    typeof mount === 'string' && /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/.test(mount),
    'mount',
    '"mount" must be a path that begins with a slash, such as /email-check.',
  );
  check(
    isListOf(origins, isOrigin),
    'origins',
    '"origins" must be a list of origins without a slash at their end, such as https://shop.example.',
  );
  check(
    /undefined|boolean/.test(typeof options.allowUnmarked),
    'allowUnmarked',
    '"allowUnmarked" must be true or false.',
  );
  check(
    isWhole(trustedHops, 0, MOST_HOPS),
    'trustedHops',
    `"trustedHops" must be a whole number from 0 to ${MOST_HOPS}.`,
  );
  check(
    isListOf(allow, (each) => COSTLY_PARAMETERS.includes(each)),
    'allow',
    `"allow" must be a list of these: ${COSTLY_PARAMETERS.join(', ')}.`,
  );
  check(
    isWhole(dailyPerVisitor, 0, Number.MAX_SAFE_INTEGER),
    'dailyPerVisitor',
    '"dailyPerVisitor" must be a whole number of validations.',
  );
  check(
    isWhole(budgetPerDay, 0, Number.MAX_SAFE_INTEGER),
    'budgetPerDay',
    '"budgetPerDay" must be a whole number of credits.',
  );
  check(
    isWhole(timeout, 1, LONGEST_TIMEOUT),
    'timeout',
    '"timeout" must be a whole number of milliseconds, at least 1.',
  );
  if (options.receiptSecret !== undefined) checkReceiptSecret(options.receiptSecret);
  check(limiter === undefined || hasMethods(limiter, 'consume'), 'limiter', '"limiter" must have a method "consume".');
  check(
    cache === undefined || cache === false || hasMethods(cache, 'get', 'set'),
    'cache',
    '"cache" must have methods "get" and "set", or be false for none.',
  );
  check(
    options.nonces === undefined || hasMethods(options.nonces, 'keep', 'take'),
    'nonces',
    '"nonces" must have methods "keep" and "take", as those of createNonces.',
  );
  for (const name of ['authorize', 'fetch', 'onError', 'now'] as const)
    check(/undefined|function/.test(typeof options[name]), name, `"${name}" must be a function.`);
};
