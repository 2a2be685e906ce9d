import { createService } from '../../../src/service/index.js';
import { createWebPoster } from '../../../src/service/net/web-post.js';
import { listenSomewhere, secret, stubEngine } from '../app/fixture.js';

// A service that works on lists and sends webhooks in a process of its own, which a test kills. It writes where it is, and runs on.
const engine = stubEngine();
const poster = createWebPoster({ addressesOf: () => Promise.resolve([]), internalHosts: ['127.0.0.1'] });
const service = await createService({
  database: process.argv[2] ?? '',
  secret,
  engine,
  reputation: { isDisposable: () => false },
  listWork: {
    fetch: () => Promise.reject(new Error('All lists are files.')),
    verify: (address) => engine.verify(address),
    ...{ leaseMs: 300, turnMs: 100, retryDelayMs: 100, pollMs: 5 },
  },
  webhookHosts: ['127.0.0.1'],
  webhookWork: {
    post: (url, post) => poster.post(url, post),
    ...{ timeoutMs: 700, leaseMs: 1_000, pollMs: 5, retryDelays: Array<number>(1_000).fill(20) },
  },
});
const { url } = await listenSomewhere(service);
process.stdout.write(`${JSON.stringify({ url })}\n`);
