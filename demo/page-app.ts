import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono, type Context } from 'hono';
import type { Caller } from '../src/proxy/index.js';
import { createBuiltFiles } from '../src/service/app/built-files.js';
import { sendTagged } from '../src/service/app/tagged.js';
import type { Backend } from './backend.js';
import { bundled } from './bundle.js';
import type { CallLog } from './call-log.js';
import { createEventStreams } from './event-streams.js';
import { isOwn } from './is-own.js';
import { packagedFiles } from './packaged-files.js';
import type { PageFillings } from './page-fillings.js';
import { listPolicyOf, ownPolicy, policyOf, strictPolicyOf } from './policies.js';

interface PageAppOptions {
  readonly log: CallLog;
  /** Milliseconds since 1970, UTC, as the service has them. */
  readonly now: () => number;
  /** Moves the service's clock one day on. */
  readonly startNewDay: () => void;
}

/** The demo's own little server, as `Request → Response`. */
export interface PageApp {
  readonly fetch: (request: Request, caller?: Caller) => Promise<Response>;
  /** From here on there is a page, with the site's own server behind it. */
  fill(fillings: PageFillings, backend: Backend): void;
  /** Ends the streams of the log, so that the server can stop. */
  close(): void;
}

const files: Readonly<Record<string, string>> = {
  'demo.css': 'text/css; charset=utf-8',
  'panel.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'live-log.js': 'text/javascript; charset=utf-8',
  'playground.css': 'text/css; charset=utf-8',
  'playground.js': 'text/javascript; charset=utf-8',
  'force-state.js': 'text/javascript; charset=utf-8',
  'csp.css': 'text/css; charset=utf-8',
  'csp.js': 'text/javascript; charset=utf-8',
  'plain.css': 'text/css; charset=utf-8',
  'vite.css': 'text/css; charset=utf-8',
  'sent.js': 'text/javascript; charset=utf-8',
  'late.js': 'text/javascript; charset=utf-8',
  'import-map.js': 'text/javascript; charset=utf-8',
  'languages.css': 'text/css; charset=utf-8',
  'languages.js': 'text/javascript; charset=utf-8',
  'proxy.css': 'text/css; charset=utf-8',
  'proxy.js': 'text/javascript; charset=utf-8',
  'ownership.css': 'text/css; charset=utf-8',
  'ownership.js': 'text/javascript; charset=utf-8',
  'signed-up.js': 'text/javascript; charset=utf-8',
  'account.css': 'text/css; charset=utf-8',
  'account.js': 'text/javascript; charset=utf-8',
  'usage-chart.js': 'text/javascript; charset=utf-8',
  'bulk.css': 'text/css; charset=utf-8',
  'bulk.js': 'text/javascript; charset=utf-8',
  'bulk-csv.js': 'text/javascript; charset=utf-8',
  'bulk-donut.js': 'text/javascript; charset=utf-8',
  'bulk-list.js': 'text/javascript; charset=utf-8',
  'bulk-results.js': 'text/javascript; charset=utf-8',
  'bulk-waiting.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

// Read at each request: an edited page needs no restart.
const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

const filled = (html: string, { publicKey, serviceUrl, listsUrl = '', chromiumCommand = '' }: PageFillings): string =>
  html
    .replaceAll('{{public-key}}', publicKey)
    .replaceAll('{{service-url}}', serviceUrl)
    .replaceAll('{{lists-url}}', listsUrl)
    // A function: a command may have dollar signs.
    .replaceAll('{{chromium-command}}', () => chromiumCommand);

const DAY = 86_400_000;

/** Days as `<input type="date">` has them: the service's today, and the first of the two weeks that end with it. */
const dated = (html: string, now: number): string =>
  html
    .replaceAll('{{today}}', new Date(now).toISOString().slice(0, 10))
    .replaceAll('{{two-weeks-ago}}', new Date(now - 13 * DAY).toISOString().slice(0, 10));

/** The pages: where, which file, and under which policy. */
const pages: readonly (readonly [
  path: string,
  name: string,
  policyOf: (serviceUrl: string, html: string) => string,
])[] = [
  ['/', 'index.html', policyOf],
  ['/playground.html', 'playground.html', policyOf],
  ['/csp.html', 'csp.html', strictPolicyOf],
  ['/late.html', 'late.html', policyOf],
  ['/import-map.html', 'import-map.html', policyOf],
  ['/two.html', 'two.html', policyOf],
  ['/for.html', 'for.html', policyOf],
  ['/shadow.html', 'shadow.html', policyOf],
  ['/no-service.html', 'no-service.html', ownPolicy],
  ['/plain.html', 'plain.html', policyOf],
  ['/bootstrap.html', 'bootstrap.html', policyOf],
  ['/tailwind.html', 'tailwind.html', policyOf],
  ['/vite.html', 'vite.html', policyOf],
  ['/languages.html', 'languages.html', strictPolicyOf],
  ['/proxy.html', 'proxy.html', ownPolicy],
  ['/ownership.html', 'ownership.html', ownPolicy],
  ['/account.html', 'account.html', ownPolicy],
  ['/bulk.html', 'bulk.html', listPolicyOf],
];

/** Where the modules are that a page's import map names: those of a build, and lit's as they are installed. */
const modules: Readonly<Record<string, string>> = {
  'email-check-element': '../dist',
  '@lit/reactive-element': '../node_modules/@lit/reactive-element',
};

/** What a framework's demonstration is made of: `demo/<name>/` has a page and its script, and what renders it on the server. */
interface Demonstration {
  readonly name: string;
  readonly script: string;
  /** The page's markup as the server renders it, for `{{markup}}`. */
  readonly render?: (fillings: PageFillings) => Promise<string>;
}

const demonstrations: readonly Demonstration[] = [
  {
    name: 'react',
    script: 'page.tsx',
    render: async (fillings) => (await import('./react/server.js')).render(fillings),
  },
  { name: 'vue', script: 'page.ts', render: async (fillings) => (await import('./vue/server.js')).render(fillings) },
];

const STARTING = 'The demo is starting: load this page again in a second.';

/** Serves the pages with their files, the log as Server-Sent Events, and the end of the day. */
export const createPageApp = ({ log, now, startNewDay }: PageAppOptions): PageApp => {
  const app = new Hono<{ Bindings: Caller }>();
  const streams = createEventStreams();
  const built = createBuiltFiles();
  const day = () => ({ name: 'day', data: { now: now() } });
  log.follow((entry) => streams.send({ name: 'call', data: entry }));
  let fillings: PageFillings | undefined;
  let backend: Backend | undefined;
  const answerBehind = async (c: Context<{ Bindings: Caller }>): Promise<Response> =>
    (await backend?.fetch(c.req.raw, c.env)) ?? c.text(STARTING, 503);

  // The key proxy says itself what may be kept.
  app.all('/email-check/*', answerBehind);

  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });

  for (const [path, name, policy] of pages) {
    app.get(path, async (c) => {
      if (!fillings) return c.text(STARTING, 503);
      const html = dated(filled(await read(name), fillings), now());
      c.header('Content-Security-Policy', policy(fillings.serviceUrl, html));
      c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
      return c.html(html);
    });
  }

  for (const [name, type] of Object.entries(files)) {
    app.get(`/${name}`, async (c) => c.body(await read(name), 200, { 'Content-Type': type }));
  }

  for (const [path, [type, make]] of Object.entries(packagedFiles)) {
    app.get(path, async (c) => c.body(await make(), 200, { 'Content-Type': type }));
  }

  for (const [name, folder] of Object.entries(modules)) {
    app.get(`/modules/${name}/:file{[\\w/-]+(\\.[\\w-]+)*\\.js}`, async (c) => {
      const path = fileURLToPath(new URL(`${folder}/${c.req.param('file')}`, import.meta.url));
      const file = await built(path, c.req.header('Accept-Encoding'));
      if (!file) return c.notFound();
      // A page that is loaded after a build must have what was built.
      c.header('Cache-Control', 'no-cache');
      c.header('Vary', 'Accept-Encoding');
      return sendTagged(c, file, 'text/javascript; charset=utf-8');
    });
  }

  for (const { name, script, render } of demonstrations) {
    app.get(`/${name}/`, async (c) => {
      if (!fillings) return c.text(STARTING, 503);
      c.header('Content-Security-Policy', policyOf(fillings.serviceUrl));
      const [html, markup] = await Promise.all([read(`${name}/index.html`), render?.(fillings) ?? '']);
      return c.html(
        filled(
          html.replace('{{markup}}', () => markup),
          fillings,
        ),
      );
    });
    app.get(`/${name}/page.js`, async (c) =>
      c.body(await bundled(`./${name}/${script}`), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    );
  }

  // The playground makes its controls from the element's manifest.
  app.get('/custom-elements.json', async (c) =>
    c.body(await read('../custom-elements.json'), 200, { 'Content-Type': 'application/json' }),
  );

  app.get('/console', async (c) => {
    const site = c.req.header('Sec-Fetch-Site');
    if (!isOwn(c.req.raw) && site !== 'none') return c.text('The console is opened from the page of this demo.', 403);
    const url = await fillings?.openConsole?.();
    return url === undefined ? c.text(STARTING, 503) : c.redirect(url, 303);
  });

  app.get('/log', () => streams.open([day(), ...log.entries().map((data) => ({ name: 'call', data }))]));

  app.post('/new-day', (c) => {
    if (!isOwn(c.req.raw)) return c.text('A new day begins at the button of this page alone.', 403);
    startNewDay();
    streams.send(day());
    return c.json({ now: now() });
  });

  for (const path of ['/sign-up', '/sign-up-without-code', '/sign-in', '/sign-out', '/add-credits'])
    app.post(path, answerBehind);

  return {
    fetch: async (request, caller = {}) => app.fetch(request, caller),
    fill(known, behind) {
      fillings = known;
      backend = behind;
    },
    close: () => streams.close(),
  };
};
