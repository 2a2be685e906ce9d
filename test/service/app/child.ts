import { createService } from '../../../src/service/index.js';
import { listenSomewhere, secret, stubEngine } from './fixture.js';

// A service in a process of its own, which a test ends as a power cut would. It tells its address and how long it took to open
// its database, in milliseconds, and runs on.
const since = performance.now();
const service = await createService({
  database: process.argv[2] ?? '',
  secret,
  engine: stubEngine(),
  reputation: { isDisposable: () => false },
});
const openedIn = performance.now() - since;
const { url } = await listenSomewhere(service);
process.stdout.write(`${JSON.stringify({ url, openedIn })}\n`);
