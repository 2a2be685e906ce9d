import { startMountWith } from '../runtimes/start-mount.js';
import { proxyContract } from '../suites/proxy-contract.js';

proxyContract('node:http', (options) => startMountWith('node', options));
proxyContract('Express', (options) => startMountWith('express', options));
proxyContract('Fastify', (options) => startMountWith('fastify', options));
proxyContract('Hono', (options) => startMountWith('hono', options), { resolvesTargets: true });
