import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Server } from 'node:net';
import { LOOPBACK, onFreePort } from '../../../demo/world/loopback.js';
import { selfSigned } from '../probe/self-signed.js';

/** A web server of the test's own. */
export interface Site {
  readonly port: number;
  /** `http://127.0.0.1:20080`. */
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
  /** Connections that are open. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** Starts one on loopback; over TLS with {@link selfSigned}, good for mx.self-signed.com alone, or with another certificate. */
export async function startSite(
  answer: RequestListener,
  { isSecure = false, certificate = selfSigned } = {},
): Promise<Site> {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  };
  const server = isSecure ? createSecureServer(certificate, listener) : createServer(listener);
  let open = 0;
  (server as Server).on('connection', (socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
  });
  const port = await onFreePort(async (port) => {
    server.listen(port, LOOPBACK);
    await once(server, 'listening');
    return port;
  });
  return {
    port,
    url: `http://${LOOPBACK}:${port}`,
    asked,
    open: () => open,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
