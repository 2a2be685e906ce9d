import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { randomInt } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createKeyProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/adapters/node.js';
import { proxyContract, proxyOptions, type Mounted, type MountOptions } from '../suites/proxy-contract.js';

const serve = async (listener: RequestListener): Promise<Mounted> => {
  const server = createServer(listener);
  let port = 0;
  while (!server.listening) {
    port = randomInt(20_000, 32_768);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
    });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

proxyContract('node:http', (options: MountOptions) => serve(toNodeListener(createKeyProxy(proxyOptions(options)))));

proxyContract('Hono', (options: MountOptions) => {
  const proxy = createKeyProxy(proxyOptions(options));
  const app = new Hono();
  app.all('/email-check/*', (c) => proxy(c.req.raw));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return serve((incoming, outgoing) => void listener(incoming, outgoing));
});
