/** What forwards validations, in a process of its own: the key proxy or a bare http-proxy. Ends when its standard input does. */
import { once } from 'node:events';
import { Agent, createServer, type RequestListener } from 'node:http';
import { createInterface } from 'node:readline';
import httpProxy from 'http-proxy';
import { LOOPBACK, onFreePort } from '../../demo/world/loopback.js';
import { createMemoryLimiter, type Limiter } from '../../src/proxy/limiter.js';
import { createKeyProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/adapters/node.js';

export interface ProxyTask {
  readonly kind: 'http-proxy' | 'key proxy' | 'with cache' | 'with receipts';
  /** The service's. */
  readonly upstream: string;
}

export interface ProxyPlace {
  readonly port: number;
}

/** The real limiter's work, with its limits out of the way. */
const unlimited = (): Limiter => {
  const { consume } = createMemoryLimiter(Date.now);
  return { consume: (name, points, { seconds }) => consume(name, points, { most: Number.MAX_SAFE_INTEGER, seconds }) };
};

const bare = (target: string): RequestListener => {
  const proxy = httpProxy.createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
  return (request, response) => proxy.web(request, response);
};

const lines = createInterface({ input: process.stdin });
const [line] = (await once(lines, 'line')) as [string];
const { kind, upstream } = JSON.parse(line) as ProxyTask;
const ours = (): RequestListener =>
  toNodeListener(
    createKeyProxy({
      ...{ apiKey: 'a-private-key-to-measure-with', baseUrl: upstream, limiter: unlimited(), trustedHops: 1 },
      ...(kind !== 'with cache' && { cache: false as const }),
      ...(kind === 'with receipts' && { receiptSecret: 'a secret of the measurement, thirty-two octets' }),
    }),
  );
const server = createServer(kind === 'http-proxy' ? bare(upstream) : ours());
const port = await onFreePort(async (wanted) => {
  server.listen(wanted, LOOPBACK);
  await once(server, 'listening');
  return wanted;
});
process.stdout.write(`${JSON.stringify({ port } satisfies ProxyPlace)}\n`);
await once(lines, 'close');
server.close();
server.closeAllConnections();
// The connections to the service stay open else.
process.exit();
