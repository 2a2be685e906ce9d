import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CONSOLE_PATH, consoleRoutes, type ConsoleRouteName } from '../../src/wire/console/index.js';
import { onFreePort } from '../../demo/world/loopback.js';
import { fixtureAnswers } from './fixture-answers.js';
import { FixtureFile, FixtureRefusal, type FixtureCall } from './fixture-call.js';
import { createFixtureWorld, feedEntry, type FixtureAccount, type FixtureWorld } from './fixture-world.js';

/** What the service sends with the page. */
export const CONSOLE_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types lit-html",
].join('; ');

/** A token that signs in. */
export const FIXTURE_TOKEN = 'x'.repeat(43);

/** The console's page from `dist/console`, over a service that lives in memory. */
export interface ConsoleFixture {
  /** Scheme, host and port. */
  readonly url: string;
  readonly world: FixtureWorld;
  /** The calls of the console's interface so far, such as `GET session`. */
  readonly calls: string[];
  /** Adds a call to the feed; those who wait for it are answered. */
  addCall(account?: number, more?: Partial<ReturnType<typeof feedEntry>>): void;
  /** Is gone from now on, as a service that was killed, until `world.mode` is another. */
  vanish(): void;
  close(): Promise<void>;
}

const WAIT_TIME = 20_000;
const SLOW_TIME = 1_500;

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

const patterns = Object.entries(consoleRoutes).map(([name, { method, path }]) => ({
  ...{ name: name as ConsoleRouteName, method },
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)').replace('.', '\\.')}$`),
}));

const sendPage = async (path: string, response: ServerResponse): Promise<void> => {
  const file = /^\/console\/(console\.(?:js|css))$/.exec(path)?.[1] ?? 'index.html';
  const bytes = await readFile(`dist/console/${file}`);
  response.writeHead(200, {
    'Content-Type': `${types[file.split('.')[1]!]}; charset=utf-8`,
    'Content-Security-Policy': CONSOLE_POLICY,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(bytes);
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

/** What a test adds to the service. */
export interface FixtureAdditions {
  /** Answers in the place of its own. */
  readonly answers?: Partial<Readonly<Record<ConsoleRouteName, (call: FixtureCall) => unknown>>>;
  /** Answers requests outside of the console; false for those that it does not know. */
  readonly serve?: (target: URL, response: ServerResponse) => boolean;
}

/** Starts it on a free port of loopback. */
export const startConsoleFixture = async (
  given: Partial<FixtureWorld> = {},
  { answers = {}, serve = () => false }: FixtureAdditions = {},
): Promise<ConsoleFixture> => {
  const world = Object.assign(createFixtureWorld(), given);
  const calls: string[] = [];
  const waiting = new Set<() => void>();
  let url = '';

  const feedMoves = (response: ServerResponse): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, WAIT_TIME);
      waiting.add(end);
      response.once('close', end);
    });

  const routes = { ...fixtureAnswers, ...answers };

  const answer = async (request: IncomingMessage, response: ServerResponse, target: URL): Promise<unknown> => {
    const { method } = request;
    for (const { name, method: wanted, pattern } of patterns) {
      const parts = pattern.exec(target.pathname)?.groups ?? (pattern.test(target.pathname) ? {} : undefined);
      if (!parts || method !== wanted) continue;
      calls.push(`${method} ${name}`);
      const sent = await text(request);
      if (world.mode === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_TIME));
      if (world.mode === 'failing') throw new FixtureRefusal(500, 'The service has a fault. Its log says more.');
      if (world.mode === 'signed-out' && name !== 'signIn')
        throw new FixtureRefusal(401, 'There is no session: sign in with a link.', 'session');
      const body: unknown = request.headers['content-type'] === 'application/json' ? JSON.parse(sent) : sent;
      const account = world.accounts.get(Number(parts.account)) as FixtureAccount;
      if (parts.account && !account) throw new FixtureRefusal(404, 'There is no such account.');
      const call = { world, account, parts, query: target.searchParams, body, url };
      const found = routes[name](call);
      const isWaiting = call.query.has('wait') && (found as { entries: unknown[] }).entries.length === 0;
      if (!isWaiting) return found;
      await feedMoves(response);
      if (world.mode === 'signed-out') throw new FixtureRefusal(401, 'The session has ended.', 'session');
      return routes[name](call);
    }
    throw new FixtureRefusal(404, 'There is nothing at this address.');
  };

  const server = createServer((request, response) => {
    const target = new URL(request.url ?? '/', url);
    const { pathname } = target;
    if (world.mode === 'gone') return void request.socket.destroy();
    if (!pathname.startsWith(CONSOLE_PATH) && serve(target, response)) return;
    if (!pathname.startsWith(CONSOLE_PATH))
      return sendJson(response, 404, { error: 'There is nothing at this address.' });
    if (!pathname.startsWith(`${CONSOLE_PATH}/api/`)) return void sendPage(pathname, response);
    void answer(request, response, target).then(
      (body) => {
        if (!(body instanceof FixtureFile)) return sendJson(response, 200, body);
        response.writeHead(200, {
          'Content-Type': 'text/csv',
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(body.name)}`,
        });
        response.end(body.text);
      },
      (error: unknown) => {
        const refusal = error instanceof FixtureRefusal ? error : new FixtureRefusal(500, String(error));
        sendJson(response, refusal.status, { error: refusal.message, code: refusal.code, field: refusal.field });
      },
    );
  });
  await onFreePort(
    (port) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          url = `http://127.0.0.1:${port}`;
          resolve();
        });
      }),
  );
  return {
    ...{ url, world, calls },
    addCall(account = 1, more = {}) {
      const number = (world.feed.at(-1)?.number ?? 0) + 1;
      world.feed = [...world.feed, { ...feedEntry(number, Date.now(), account), ...more }].slice(-500);
      for (const end of [...waiting]) end();
    },
    vanish() {
      world.mode = 'gone';
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
