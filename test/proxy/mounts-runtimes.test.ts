import { startMountWith } from '../runtimes/start-mount.js';
import { proxyContract } from '../suites/proxy-contract.js';

proxyContract('Bun', (options) => startMountWith('bun', options), { resolvesTargets: true });
proxyContract('Deno', (options) => startMountWith('deno', options), { resendsLostGets: true });
proxyContract('Workers', (options) => startMountWith('workers', options), {
  resendsLostGets: true,
  seesResetsAlone: true,
});
