import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { sourcesOf } from '../../demo/issuer/sources.js';
import { createIssuer } from '../../demo/issuer/issuer.js';
import { startIssuer } from '../../demo/issuer/start-issuer.js';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { verifySignUp, type VerifiedSignUp } from '../../src/proxy/backend.js';
import { createKeyProxy, createNonces } from '../../src/proxy/index.js';
import { json, startLoopback } from '../client/loopback.js';
import { samplesIn } from '../samples.js';

/** The address that the visitor's provider knows them by. */
export const ownAddress = 'jane.doe@mail.net-trouble.com';

/** A form that came, as the site's backend found it. */
export interface Arrived {
  readonly fields: Readonly<Record<string, string>>;
  readonly signUp: VerifiedSignUp;
}

/** A site with the element, a key proxy and a backend, and a provider whose issuer takes half a second. */
export interface OwnershipSite {
  readonly url: string;
  readonly chromiumFlags: readonly string[];
  /** The forms that came, in order. */
  readonly arrived: readonly Arrived[];
  /** What the service takes to answer, in milliseconds. */
  delay: number;
  close(): Promise<void>;
}

const verdictFor = (email: string) => ({
  service: {
    ...{ email, code: '5', role: 'false', free_email: 'false', result: 'Safe to Send', reason: 'Deliverable' },
    ...{ send_transactional: '1', did_you_mean: '' },
  },
  success: '1',
  disposable: 'false',
});

const form = (id: string, body = '') => `<form method="post" action="/sign-up" id="${id}">
  <email-check endpoint="/email-check" logo="off" ownership ${id === 'held' ? 'block="syntax invalid"' : ''}>
    <label>Email <input type="email" name="email" autocomplete="email"></label>
  </email-check>
  <label>Note <input name="note"></label>${body}
  <button>Sign up</button>
</form>`;

const page = (body: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign up</title>
<link rel="icon" href="data:,"><script type="module" src="/email-check.js"></script>${body}</html>`;

const pages: Readonly<Record<string, string>> = {
  '/plain': page(form('plain')),
  '/held': page(form('held')),
  '/two': page(form('first') + form('second')),
  '/shadow': page('<sign-up></sign-up><script type="module" src="/shadow.js"></script>'),
  '/documented': page(
    samplesIn('docs/ownership.md', 'html')[0]!.code.replace(
      '<button>',
      '<label>Note <input name="note"></label><button>',
    ),
  ),
  '/without': page(form('without').replace(' ownership', '')),
};

const shadowScript = `customElements.define('sign-up', class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form('shadow'))}; }
});`;

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; img-src data:; style-src 'self'; base-uri 'none'";

export const startOwnershipSite = async (): Promise<OwnershipSite> => {
  const script = await readFile(new URL('../../dist/email-check.js', import.meta.url));
  const domains = [ownAddress.slice(ownAddress.indexOf('@') + 1)];
  const issuer = await createIssuer({
    ...{ host: 'accounts.net-trouble.com', site: 'net-trouble.com', domains },
    ...{ accounts: [ownAddress], delay: 500 },
  });
  const running = await startIssuer(issuer);
  const arrived: Arrived[] = [];
  const site = { arrived, delay: 0 };
  const upstream = await startLoopback((response, request) => {
    const email = new URL(request.url ?? '', 'http://service').searchParams.get('email') ?? '';
    setTimeout(() => json(verdictFor(email))(response, request), site.delay);
  });
  const nonces = createNonces();
  const secret = 'a secret of the test, of thirty-two octets';
  const proxy = toNodeListener(
    createKeyProxy({ apiKey: 'Kq7ZwX2mVt9Lp', baseUrl: upstream.url, receiptSecret: secret, nonces }),
  );
  let url = '';
  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://site');
    const html = pages[pathname];
    if (pathname.startsWith('/email-check/')) return proxy(incoming, outgoing);
    if (html) {
      outgoing.setHeader('Content-Type', 'text/html; charset=utf-8');
      if (search === '?policy') outgoing.setHeader('Content-Security-Policy', POLICY);
      return outgoing.end(html);
    }
    if (pathname.endsWith('.js')) {
      outgoing.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      return outgoing.end(pathname === '/shadow.js' ? shadowScript : script);
    }
    if (pathname !== '/sign-up') return outgoing.writeHead(404).end();
    void (async () => {
      let body = '';
      for await (const part of incoming) body += String(part);
      const fields = new URLSearchParams(body);
      const headers = new Headers(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]),
      );
      const signUp = await verifySignUp({ headers }, fields, { secret, nonces, origins: [url], ...sourcesOf(issuer) });
      arrived.push({ fields: Object.fromEntries(fields), signUp });
      outgoing.setHeader('Content-Type', 'text/html').end('<title>Welcome</title>');
    })();
  });
  const port = await onFreePort(
    (free) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', reject);
        server.listen(free, LOOPBACK, () => {
          server.off('error', reject);
          resolve(free);
        });
      }),
  );
  url = `http://${LOOPBACK}:${port}`;
  return Object.assign(site, {
    url,
    chromiumFlags: running.chromiumFlags,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, running.close(), upstream.end()]);
    },
  });
};
