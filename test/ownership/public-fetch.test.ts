import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { issuerCertificate } from '../../demo/issuer/certificate.js';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { verifyOwnership } from '../../src/ownership/index.js';
import { createPublicFetch, type LookupAll } from '../../src/proxy/adapters/public-fetch.js';
import { newToken, newWorld, right } from './issuer-world.js';

const HOST = 'accounts.net-trouble.com';
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

describe('documents of an issuer, over sockets', () => {
  let answer: Answer;
  let asked = 0;
  let port = 0;
  const server = createServer(issuerCertificate, (request, response) => {
    asked++;
    answer(request, response);
  });
  before(async () => {
    await onFreePort(async (free) => {
      server.listen(free, LOOPBACK);
      await once(server, 'listening');
      port = free;
    });
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const lookupOf =
    (...addresses: readonly string[]): LookupAll =>
    (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const local = { lookup: lookupOf(LOOPBACK), authorities: [issuerCertificate.cert] };
  /** As the real one, but for the test's own server. */
  const open = createPublicFetch({ ...local, isAllowed: () => true });
  const url = (path = '/'): string => `https://${HOST}:${port}${path}`;
  const get = (fetch = open, path?: string): Promise<Response> =>
    fetch(url(path), { signal: AbortSignal.timeout(20_000) });

  it('are fetched', async () => {
    answer = (_, response) => response.end('{"a":1}');
    assert.deepEqual(await (await get()).json(), { a: 1 });
  });

  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
  ])
    it(`are not fetched from ${address}, whatever the host's name is`, async () => {
      asked = 0;
      const fetch = createPublicFetch({ ...local, lookup: lookupOf(address) });
      await assert.rejects(get(fetch), /no public address/);
      assert.equal(asked, 0);
    });

  for (const host of ['127.0.0.1', '[::1]', 'localhost', 'printer.local', 'intranet', 'db.internal'])
    it(`are not fetched from https://${host}`, async () => {
      await assert.rejects(open(`https://${host}:${port}/`, {}), /not on the public internet/);
    });

  it('are not fetched without encryption', async () => {
    await assert.rejects(open(`http://${HOST}:${port}/`, {}), /not on the public internet/);
  });

  it('are not fetched if the certificate is of nobody known', async () => {
    await assert.rejects(get(createPublicFetch({ lookup: lookupOf(LOOPBACK), isAllowed: () => true })), /certificate/);
  });

  it('are not looked for where a redirect leads', async () => {
    asked = 0;
    answer = (_, response) => response.writeHead(302, { Location: url('/other') }).end();
    const response = await get();
    assert.deepEqual([response.status, await response.text(), asked], [302, '', 1]);
  });

  for (const status of [204, 304, 404, 500, 999])
    it(`have no body with status ${status}`, async () => {
      answer = (_, response) => response.writeHead(status).end();
      assert.equal(await (await get()).text(), '');
    });

  it('are given up when the signal says so, before and within the answer', async () => {
    for (const start of [() => {}, (response: ServerResponse) => void response.writeHead(200).write('{')]) {
      const controller = new AbortController();
      answer = (_, response) => {
        start(response);
        setImmediate(() => controller.abort(new Error('late')));
      };
      await assert.rejects(async () => (await open(url(), { signal: controller.signal })).text());
    }
  });

  it('end the verification if they are endless, slow or hostile, with one question to the issuer', async () => {
    const endless: Answer = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    for (const [hostile, code] of [
      [endless, 'issuer-invalid'],
      [
        (_: IncomingMessage, response: ServerResponse) => void response.writeHead(301, { Location: '/' }).end(),
        'issuer-unreachable',
      ],
      [(request: IncomingMessage) => void request.socket.destroy(), 'issuer-unreachable'],
      [() => {}, 'issuer-unreachable'],
    ] as const) {
      asked = 0;
      answer = hostile;
      const fetch = (address: string, init: RequestInit) =>
        open(address.replace(/^https:\/\/[^/]+/, `https://${HOST}:${port}`), init);
      const { resolveTxt } = newWorld();
      const verified = await verifyOwnership({ ...right(), fetch, resolveTxt, token: await newToken() });
      assert.equal(!verified.ok && verified.code, code);
      assert.equal(asked, 1);
    }
  });
});
