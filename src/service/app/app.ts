import { Hono, type MiddlewareHandler } from 'hono';
import { batchCall, downloadCall, listStatusCall, pageCountsCall, uploadCall } from '../../wire/index.js';
import { balance, usage } from './account.js';
import { allowAllOrigins, failureOf, RETRY_SECONDS, sendFailure } from './answers.js';
import { batch } from './batch.js';
import { mountConsole } from './console-mount.js';
import { pageCounts } from './page-counts.js';
import { disposable, logo } from './public-routes.js';
import { frontPage } from './front-page.js';
import { alive, ready } from './health.js';
import { hearCalls } from './hear-calls.js';
import { download } from './list-file.js';
import { listStatus, upload } from './lists.js';
import { uploadFile } from './list-upload.js';
import { metrics } from './metrics-page.js';
import { logCalls } from './log-calls.js';
import { locale, pageFile } from './page-files.js';
import { isBatchPath } from './parse-batch.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { reverse } from './reverse.js';
import { securityHeaders } from './security-headers.js';
import { URL_OCTETS, URL_TOO_LONG } from './malformed-request.js';
import { validation } from './validation.js';

const isUploadPath = (path: string): boolean => path.replace(/\/?$/, '/') === uploadCall.path;

/** A HEAD of the interface's calls would cost as much as a GET, without an answer. Downloads allow HEAD. */
const methodsAt = (path: string): string => {
  if (isBatchPath(path)) return 'POST, OPTIONS';
  if (isUploadPath(path)) return 'GET, POST, OPTIONS';
  return /^\/v1(?:\/(?!download\b)|$)/.test(path) ? 'GET, OPTIONS' : 'GET, HEAD, OPTIONS';
};

const PREFLIGHT_SECONDS = '86400';

/** Says with which method a path is called. */
const methodWords = (path: string): string => {
  if (isBatchPath(path)) return 'A batch is a POST: put its addresses into the body, and the key into the query.';
  return isUploadPath(path)
    ? 'This call is a GET, or a POST with the list as its body: put its parameters into the query.'
    : 'Every call is a GET: put its parameters into the query.';
};

/**
 * Every call of the interface is a GET; a list may be sent by POST too. A preflight is answered without a check of the key: it costs nothing, and
 * allows no more than a GET without a preflight.
 */
const methods =
  ({ names }: AppParts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const allowed = methodsAt(c.req.path);
    if (c.req.method === 'OPTIONS') {
      allowAllOrigins(c);
      c.header('Access-Control-Allow-Methods', allowed);
      c.header('Access-Control-Allow-Headers', '*');
      c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
      c.header('Allow', allowed);
      return c.body(null, 204);
    }
    if (allowed.split(', ').includes(c.req.method)) return next();
    allowAllOrigins(c);
    c.header('Allow', allowed);
    return sendFailure(c, 405, methodWords(c.req.path), names);
  };

/**
 * Answers are private: they are not cached, and only approved origins may read them, refusals included. The answer that the service is
 * closing is open to all.
 */
const noStore =
  ({ isClosing, names }: AppParts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Origin');
    if (!isClosing()) return next();
    allowAllOrigins(c);
    return sendFailure(c, 503, 'The service is closing: ask again in a moment.', names);
  };

/** Refuses a URL that is too long for any call, before anything parses it. */
const limitUrl =
  ({ names }: AppParts): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { url } = c.req.raw;
    // The path and query are the caller's; the scheme and host are ours.
    if (url.length - url.indexOf('/', 'https://'.length) <= URL_OCTETS) return next();
    allowAllOrigins(c);
    c.header('Cache-Control', 'no-store');
    return sendFailure(c, 414, URL_TOO_LONG, names);
  };

/** Hono's `onError` receives only Errors. */
const throwError = (thrown: unknown): never => {
  throw thrown instanceof Error ? thrown : new Error('A value that is not an Error was thrown.', { cause: thrown });
};

/** Builds all routes of the service over the parts. */
export const createApp = (options: AppParts): Hono<AppEnv> => {
  const app = new Hono<AppEnv>();
  const add = (method: 'GET' | 'POST', path: string, handler: Handler) => {
    const name = path.replace(/:(\w+)/, '{$1}');
    const answer: Handler = (c) => {
      c.set('path', name);
      const answered = handler(c);
      return answered instanceof Promise ? answered.catch(throwError) : answered;
    };
    app.on(method, path, answer);
    // `/v1` and `/v1/` are the same route: a redirect between them could use plain http, with the key in the URL.
    if (path.endsWith('/') && path !== '/') app.on(method, path.slice(0, -1), answer);
  };
  const get = (path: string, handler: Handler) => add('GET', path, handler);

  app.use(logCalls(options, '*'));
  // Before what follows: no other site may call the console.
  if (options.console) mountConsole(app, options.console, options);
  app.use(securityHeaders, limitUrl(options), methods(options));
  if (options.onHeard) for (const path of ['/v1', '/v1/*']) app.use(path, hearCalls(options, options.onHeard));
  app.use('/v1/*', noStore(options));
  get('/', frontPage);
  get('/v1/', validation(options));
  get('/v1/balance/', balance(options));
  get('/v1/usage/', usage(options));
  add(batchCall.method, batchCall.path, batch(options));
  get('/v1/reverse/', reverse(options));
  get(uploadCall.path, upload(options));
  add('POST', uploadCall.path, uploadFile(options));
  get(listStatusCall.path, listStatus(options));
  get(downloadCall.path, download(options));
  get(pageCountsCall.path, pageCounts(options));
  get('/disposable/', disposable(options));
  get('/logo/:domain', logo(options));
  get('/email-check.js', pageFile(options));
  get('/email-check.css', pageFile(options, 'email-check.css'));
  get('/email-check-counts.js', pageFile(options, 'email-check-counts.js'));
  get('/locales/:file', locale(options));
  get('/healthz', alive);
  get('/readyz', ready(options));
  if (options.metrics) get('/metrics', metrics(options));

  app.notFound((c) => {
    allowAllOrigins(c);
    return sendFailure(c, 404, 'There is nothing at this address.', options.names);
  });
  app.onError((fault, c) => {
    options.onFault?.(fault);
    const { status, words } = failureOf(fault);
    if (status === 503) {
      allowAllOrigins(c);
      c.header('Retry-After', RETRY_SECONDS);
    }
    return sendFailure(c, status, words, options.names);
  });
  return app;
};
