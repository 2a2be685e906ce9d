import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** A site on loopback with the scripts that are measured. */
export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves files by path, pages by path (what is in their body), an empty page at any other, and on `/v1/` and `/disposable/` a service that never answers. The page
 * is isolated from other origins: only then does `performance.now` tell microseconds.
 */
export const serve = async (
  files: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>> = {},
): Promise<Site> => {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (/^\/(v1|disposable)\//.test(pathname)) return;
    const file = files[pathname];
    const type = file ? 'text/javascript' : 'text/html';
    response.writeHead(200, {
      'content-type': type,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(
      file ? readFileSync(file) : `<!doctype html><html lang="en"><body>${pages[pathname] ?? ''}</body></html>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
