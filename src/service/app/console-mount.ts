import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { CONSOLE_API_PATH, CONSOLE_PATH } from '../../wire/console/index.js';
import { consoleHeaders } from '../console/index.js';
import { createBuiltFiles } from './built-files.js';
import type { AppEnv, AppParts, ConsoleMount } from './parts.js';
import { sendTagged } from './tagged.js';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A file of the page: a name that cannot be a path. All other paths are views, which the page itself shows. */
const FILE = /^[\w-]{1,64}\.(?:js|css|svg)$/;

const MISSING = 'The page of the console is missing: build it, or install the service again.\n';

/** Sends the page, or one of its files. Browsers keep them, and ask each time whether they have changed. */
const pageOf = ({ folder }: ConsoleMount) => {
  const files = createBuiltFiles();
  return async (c: Context<AppEnv>): Promise<Response> => {
    const rest = c.req.path.slice(CONSOLE_PATH.length + 1);
    const name = FILE.test(rest) ? rest : 'index.html';
    c.set('path', `GET ${CONSOLE_PATH}/${name === 'index.html' ? '*' : '{file}'}`);
    for (const [header, value] of Object.entries(consoleHeaders('page', c.env))) c.header(header, value);
    c.header('Cache-Control', 'no-cache');
    c.header('Vary', 'Accept-Encoding');
    const file = await files(join(folder, name), c.req.header('Accept-Encoding'));
    const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return file ? sendTagged(c, file, type) : c.text(MISSING, 404);
  };
};

/** Adds the console to the routes. It is for its own page alone: no answer allows other origins, and no preflight is answered. */
export const mountConsole = (
  app: Hono<AppEnv>,
  console: ConsoleMount,
  { isClosing }: Pick<AppParts, 'isClosing'>,
): void => {
  const page = pageOf(console);
  const api = async (c: Context<AppEnv>): Promise<Response> => {
    if (isClosing())
      return c.json({ error: 'The service is closing: try again in a moment.' }, 503, consoleHeaders('api', c.env));
    const { response, path } = await console.answer(c.req.raw, c.env);
    c.set('path', path);
    return response;
  };
  const wrongMethod = (c: Context<AppEnv>): Response => {
    for (const [header, value] of Object.entries(consoleHeaders('page', c.env))) c.header(header, value);
    c.header('Allow', 'GET, HEAD');
    return c.text('This address has no such method: use GET.\n', 405);
  };
  for (const path of [CONSOLE_API_PATH, `${CONSOLE_API_PATH}/*`]) app.all(path, api);
  for (const path of [CONSOLE_PATH, `${CONSOLE_PATH}/*`]) {
    app.get(path, page);
    app.all(path, wrongMethod);
  }
};
