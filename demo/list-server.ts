import { createServer } from 'node:https';
import { fetchList } from '../src/service/bulk/index.js';
import type { ListWorkOptions } from '../src/service/bulk/list-workers.js';
import { createWebFetcher } from '../src/service/net/web.js';
import { createNameResolver } from '../src/service/probe/index.js';
import type { HostedFile } from './hosted-lists.js';
import { listCertificate } from './list-certificate.js';
import { LOOPBACK, onFreePort } from './world/loopback.js';

/** Serves the demo's lists by https on this machine. `fetch` gets these lists here, and all others from the internet. */
export interface ListServer {
  /** Base URL of the lists, without a slash at its end. Its host name is not in the DNS: only `fetch` resolves it. */
  readonly url: string;
  /** Fetches the demo's own lists from here, and every other one from where it is. */
  readonly fetch: ListWorkOptions['fetch'];
  close(): Promise<void>;
}

const DNS_MILLISECONDS = 5_000;
const HOST = 'lists.net-trouble.com';

/** Hosts files at a free port of the loopback address. */
export const startListServer = async (files: readonly HostedFile[]): Promise<ListServer> => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const server = createServer(listCertificate, (request, response) => {
    const file = byPath.get(new URL(request.url ?? '/', `https://${HOST}`).pathname);
    response.writeHead(file ? 200 : 404, { 'Content-Type': file?.type ?? 'text/plain; charset=utf-8' });
    response.end(file?.text ?? 'There is no such list.\n');
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
  // Two fetchers, so that no other list's redirect leads into this machine.
  const own = createWebFetcher({
    addressesOf: () => Promise.resolve([LOOPBACK]),
    allowLoopback: true,
    authorities: [listCertificate.cert],
    ports: [port],
  });
  const resolver = createNameResolver({ timeoutMs: DNS_MILLISECONDS });
  const others = createWebFetcher({ addressesOf: (host) => resolver.addresses(host) });
  const isOwnList = (url: string): boolean => URL.canParse(url) && new URL(url).host === `${HOST}:${port}`;

  return {
    url: `https://${HOST}:${port}`,
    fetch: (url, signal) => fetchList(url, { fetcher: isOwnList(url) ? own : others, signal }),
    async close() {
      own.close();
      others.close();
      resolver.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
