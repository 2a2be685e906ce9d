import { createServer } from 'node:https';
import { LOOPBACK, onFreePort } from '../world/loopback.js';
import { issuerCertificate } from './certificate.js';
import type { Issuer } from './issuer.js';

/** The resolver that Chromium asks for TXT records, by https and in JSON. */
export const BROWSER_RESOLVER = 'dns.google';

/** An issuer that browsers on this machine can reach. */
export interface RunningIssuer {
  readonly port: number;
  /** Flags with which Chromium takes the issuer for its host, and asks for nothing. For tests alone: it trusts any certificate then. */
  readonly chromiumFlags: readonly string[];
  close(): Promise<void>;
}

/** The answer of a resolver about TXT records: https://developers.google.com/speed/public-dns/docs/doh/json */
const resolverAnswer = (name: string, records: readonly string[]): unknown => ({
  ...{ Status: records.length ? 0 : 3, TC: false, RD: true, RA: true, AD: true, CD: false },
  Question: [{ name: `${name}.`, type: 16 }],
  ...(records.length && { Answer: records.map((data) => ({ name: `${name}.`, type: 16, TTL: 60, data })) }),
});

/** Serves an issuer at a free port of the loopback address, and a resolver that knows its domains. */
export const startIssuer = async (issuer: Issuer): Promise<RunningIssuer> => {
  const answer = async (
    url: URL,
    method: string,
    headers: Headers,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<Response> => {
    if (url.host !== BROWSER_RESOLVER)
      return issuer.answer(new Request(url, { method, headers, ...(method === 'POST' && { body }) }));
    const name = (url.searchParams.get('name') ?? '').replace(/\.$/, '');
    return Response.json(resolverAnswer(name, issuer.txt(name)));
  };
  const server = createServer(issuerCertificate, (incoming, outgoing) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers))
        if (!name.startsWith(':')) headers.append(name, String(value));
      const url = new URL(incoming.url ?? '/', `https://${incoming.headers.host ?? issuer.host}`);
      const response = await answer(url, incoming.method ?? 'GET', headers, new Uint8Array(Buffer.concat(parts)));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })().catch(() => outgoing.destroy());
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
  const hosts = [issuer.host, issuer.site, BROWSER_RESOLVER]
    .map((host) => `MAP ${host}:443 ${LOOPBACK}:${port}`)
    .join(', ');
  return {
    port,
    chromiumFlags: [
      '--enable-features=EmailVerificationProtocol',
      '--auto-grant-email-verification-permission-for-testing',
      `--host-resolver-rules=${hosts}`,
      '--ignore-certificate-errors',
    ],
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
