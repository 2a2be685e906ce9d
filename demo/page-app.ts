import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import type { CallLog } from './call-log.js';
import { createEventStreams } from './event-streams.js';

interface PageAppOptions {
  readonly log: CallLog;
  /** Milliseconds since 1970, UTC, as the service has them. */
  readonly now: () => number;
  /** Moves the service's clock one day on. */
  readonly startNewDay: () => void;
}

/** What the page is filled in with; it is known only when page and service have their ports. */
export interface PageFillings {
  readonly publicKey: string;
  readonly serviceUrl: string;
}

/** The demo's own little server, as `Request → Response`. */
export interface PageApp {
  readonly fetch: (request: Request) => Promise<Response>;
  /** From here on there is a page. */
  fill(fillings: PageFillings): void;
  /** Ends the streams of the log, so that the server can stop. */
  close(): void;
}

const files: Readonly<Record<string, string>> = {
  'demo.css': 'text/css; charset=utf-8',
  'panel.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'live-log.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

// Read at each request: an edited page needs no restart.
const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

const filled = (html: string, { publicKey, serviceUrl }: PageFillings): string =>
  html.replaceAll('{{public-key}}', publicKey).replaceAll('{{service-url}}', serviceUrl);

const policyOf = (serviceUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    "style-src 'self'",
    `img-src 'self' ${serviceUrl}`,
    `connect-src 'self' ${serviceUrl}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the page with its files, the log as Server-Sent Events, and the end of the day. */
export const createPageApp = ({ log, now, startNewDay }: PageAppOptions): PageApp => {
  const app = new Hono();
  const streams = createEventStreams();
  const day = () => ({ name: 'day', data: { now: now() } });
  log.follow((entry) => streams.send({ name: 'call', data: entry }));
  let fillings: PageFillings | undefined;

  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });

  app.get('/', async (c) => {
    if (!fillings) return c.text('The demo is starting: load this page again in a second.', 503);
    c.header('Content-Security-Policy', policyOf(fillings.serviceUrl));
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
    return c.html(filled(await read('index.html'), fillings));
  });

  for (const [name, type] of Object.entries(files)) {
    app.get(`/${name}`, async (c) => c.body(await read(name), 200, { 'Content-Type': type }));
  }

  app.get('/log', () => streams.open([day(), ...log.entries().map((data) => ({ name: 'call', data }))]));

  app.post('/new-day', (c) => {
    startNewDay();
    streams.send(day());
    return c.json({ now: now() });
  });

  return {
    fetch: async (request) => app.fetch(request),
    fill(known) {
      fillings = known;
    },
    close: () => streams.close(),
  };
};
