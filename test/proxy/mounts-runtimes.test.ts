import { startMountWith } from '../runtimes/start-mount.js';
import { proxyContract } from '../suites/proxy-contract.js';

proxyContract('Bun', (options) => startMountWith('bun', options));
// The site's own `fetch` keeps a call from being sent twice, with a client of Deno's that keeps no connections.
proxyContract('Deno', (options) => startMountWith('deno', options), { resendsLostGets: true });
proxyContract('Workers', (options) => startMountWith('workers', options), { resendsLostGets: true, seesResetsAlone: true });
