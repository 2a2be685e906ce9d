/** `npm run manifest`: the tables in docs/proxy.md, from the tables and doc comments of the key proxy, and the mounts from demo/mounts/. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorRows } from '../src/proxy/openapi/errors.js';
import { settingsOf } from '../src/proxy/settings.js';
import { receiptRefusals } from '../src/proxy/receipt-refusals.js';
import type { RefusalReason } from '../src/proxy/refused.js';
import { proxyRoutes, type ProxyRoute } from '../src/proxy/routes.js';
import type { Parameter } from '../src/wire/index.js';
import { code, formatted, rows, withGenerated } from './markdown.js';
import { optionComments, type OptionComment } from './option-comments.js';
import { sampleFiles } from './sample-files.js';

const openTo: Readonly<Record<ProxyRoute['openTo'], string>> = {
  page: 'your pages',
  authorized: 'people that `authorize` allows',
};

const parametersOf = ({ call }: ProxyRoute): string => {
  const all = Object.entries<Parameter>(call.parameters);
  const named = (isRequired: boolean) =>
    all.filter(([, { required }]) => Boolean(required) === isRequired).map(([name]) => code(name));
  return [named(true).join(', '), named(false).join(', ')].filter(Boolean).join('; ') || '–';
};

const calls = (): string =>
  rows(
    ['path', 'method', 'parameters', 'open to'],
    Object.entries(proxyRoutes).map(([name, route]) => [
      code(`/${name}${name === 'logo' ? '/{domain}' : ''}`),
      route.methods.join(', '),
      parametersOf(route),
      openTo[route.openTo],
    ]),
  );

/** Options as they are when nothing is said of them. */
export const standards: Readonly<Record<string, unknown>> = {
  ...settingsOf({ apiKey: 'a-private-key', baseUrl: 'https://check.example.com' }),
};

const standardOf = ({ name, isRequired, standard }: OptionComment, from: Readonly<Record<string, unknown>>): string => {
  if (isRequired) return 'required';
  if (standard !== undefined) return /^[\d,]+$/.test(standard) ? code(standard.replaceAll(',', '')) : standard;
  return /string|boolean/.test(typeof from[name]) ? code(String(from[name])) : '–';
};

export const optionTable = (options: readonly OptionComment[], from: Readonly<Record<string, unknown>> = {}): string =>
  rows(
    ['option', 'type', 'default', 'meaning'],
    options.map((option) => [code(option.name), code(option.type), standardOf(option, from), option.meaning]),
  );

/** Every option of `createKeyProxy`. */
export const proxyOptions = (): readonly OptionComment[] => [
  ...optionComments('src/client/hosts.ts', 'HostOptions'),
  ...optionComments('src/proxy/options.ts', 'KeyProxyOptions'),
];

const remedies: Readonly<Record<RefusalReason['kind'], string>> = {
  'bad-request': 'Correct the call: `error` names the parameter.',
  'wrong-key': 'Check `apiKey`, and that it is a key of the service at `baseUrl`.',
  'no-credits': 'Grant the account credits.',
  forbidden: '`error` says which. See [Who may call what](#who-may-call-what).',
  busy: 'Wait as `Retry-After` says, and ask again. If many visitors get it, check [`trustedHops`](#visitors-addresses).',
  'daily-limit':
    'Wait for the next UTC day. If visitors get it after few calls, see [Limits and budget](#limits-and-budget).',
  'bad-list-url': 'Make sure that the service can fetch the list.',
  'unknown-list': 'Ask with the `list_id` that the upload gave.',
  404: 'Check the path, and that `mount` is the path where the site mounts the key proxy.',
  405: 'Use the method that `Allow` names.',
  408: 'Send the body at once.',
  413: 'Send the parameters of one call.',
  414: 'Send the parameters in a body, or fewer of them.',
  415: 'Send `Content-Type: application/json`.',
  499: 'Nothing: no caller sees it, but it may be in your logs.',
  'upstream-unreachable': 'Check that this machine reaches `baseUrl`: name, port, certificate, firewall.',
  'upstream-failed': "Look into the service's log. A call that the service does not have fails in the same way.",
  'upstream-bad-answer': 'Something else answers at `baseUrl`, or the service has another `envelope`.',
  'upstream-redirect': 'Give the address that the service redirects to as `baseUrl`.',
  'upstream-unavailable': 'The service starts, stops, or lacks its database: see its `/readyz`.',
  'upstream-timeout':
    'Some mail hosts are slow. If it happens often, see what the service waits for; `timeout` gives calls more time. It may also be one of your own parts, as a `limiter`, that does not answer: `onError` is told which.',
  'queue-timeout': 'More calls come than the service answers. If it happens often, see how long a verdict takes there.',
  'limiter-unavailable': 'Check [Redis](#several-machines) or your own `limiter`: `onError` gets what it threw.',
  'nonces-unavailable': 'Check [Redis](#several-machines) or your own `nonces`: `onError` gets what it threw.',
  'proxy-failed': 'Mount the proxy before anything that reads bodies; otherwise see what `onError` gets.',
};

const errors = (): string =>
  rows(
    ['status', '`code`', 'when', 'what to do'],
    errorRows.map(({ as, status, code: word, meaning }) => [
      String(status),
      word === undefined ? 'none' : code(word),
      meaning.replaceAll('|', '/'),
      remedies[as],
    ]),
  );

const refusals = (): string =>
  rows(
    ['`code`', 'what it means, and what to do'],
    Object.entries(receiptRefusals).map(([word, words]) => [code(word), words]),
  );

/** A page of documentation with what is generated of it as it is now. */
export const withProxyReference = (page: string): string => {
  const parts = {
    mounts: sampleFiles('mounts'),
    calls: calls(),
    options: optionTable(proxyOptions(), standards),
    'redis-options': optionTable(optionComments('src/proxy/adapters/redis.ts', 'RedisLimiterOptions')),
    'redis-nonces-options': optionTable(optionComments('src/proxy/adapters/redis-nonces.ts', 'RedisNoncesOptions')),
    errors: errors(),
    refusals: refusals(),
  };
  return Object.entries(parts).reduce((changed, [marker, text]) => withGenerated(changed, text, marker), page);
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync('docs/proxy.md', await formatted(withProxyReference(readFileSync('docs/proxy.md', 'utf8'))));
