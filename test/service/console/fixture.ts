import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceOptions } from '../../../src/service/index.js';
import {
  consolePath,
  consoleRoutes,
  type ConsoleAnswers,
  type ConsoleRefusal,
  type ConsoleRouteName,
} from '../../../src/wire/console/index.js';
import { startService, type Fixture } from '../app/fixture.js';

/** How a route is called. */
export interface CallOptions {
  readonly parts?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A page that is signed in, or not. */
export interface Page {
  /** The `Cookie` header; absent if the page is not signed in. */
  readonly cookie?: string;
  call(name: ConsoleRouteName, options?: CallOptions): Promise<Response>;
  /** The answer of a call that must succeed. */
  ask<Name extends ConsoleRouteName>(name: Name, options?: CallOptions): Promise<ConsoleAnswers[Name]>;
  /** The status and the sentence of a call that must be refused. */
  refused(name: ConsoleRouteName, options?: CallOptions): Promise<{ readonly status: number } & ConsoleRefusal>;
}

export interface ConsoleFixture extends Fixture {
  /** A page without a session. */
  readonly visitor: Page;
  /** Signs a page in, for one account or for the operator. */
  signIn(account?: number): Promise<Page>;
}

/** A page at a service, with a cookie or without. */
export const pageAt = (url: string, cookie?: string): Page => {
  const call: Page['call'] = (name, { parts, query = {}, body, headers, signal } = {}) => {
    const { method } = consoleRoutes[name];
    const search = new URLSearchParams(query).toString();
    return fetch(`${url}${consolePath(name, parts)}${search && `?${search}`}`, {
      method,
      headers: {
        ...(cookie !== undefined && { Cookie: cookie }),
        ...(method === 'POST' && { Origin: url }),
        ...(method === 'POST' && { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
      signal: signal ?? null,
    });
  };
  return {
    ...(cookie !== undefined && { cookie }),
    call,
    async ask(name, options) {
      const response = await call(name, options);
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`);
      return answer as never;
    },
    async refused(name, options) {
      const response = await call(name, options);
      const answer = (await response.json()) as ConsoleRefusal;
      if (response.ok) throw new Error(`${name} was answered: ${JSON.stringify(answer)}`);
      return { status: response.status, ...answer };
    },
  };
};

/** The cookie of an answer, as a browser sends it back. */
export const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

export const INDEX = '<!doctype html><title>Console</title>';

/** A service with its console, over HTTP. */
export const startConsole = async (more: Partial<ServiceOptions> = {}): Promise<ConsoleFixture> => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-console-'));
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'console.js'), 'export {};\n');
  writeFileSync(join(folder, 'console.css'), ':root { color-scheme: light dark }\n');
  const fixture = await startService({ console: { folder }, ...more });
  const { url, service, end } = fixture;
  const visitor = pageAt(url);
  return Object.assign(fixture, {
    visitor,
    async signIn(account?: number) {
      const token = await service.links.make(account);
      const response = await visitor.call('signIn', { body: { token } });
      if (!response.ok) throw new Error(`Not signed in: ${await response.text()}`);
      return pageAt(url, cookieOf(response));
    },
    async end() {
      await end();
      rmSync(folder, { recursive: true });
    },
  });
};
