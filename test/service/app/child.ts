import { createService } from '../../../src/service/index.js';
import { listenSomewhere, secret, stubEngine } from './fixture.js';

// A service in a process of its own, which a test ends as a power cut would. It tells its address and keys and runs on.
const service = await createService({ database: process.argv[2] ?? '', secret, engine: stubEngine(), reputation: { isDisposable: () => false } });
const { id: account } = await service.accounts.createAccount({ name: 'Shop', credits: 1_000_000 });
const keys = await Promise.all(Array.from({ length: 4 }, async () => (await service.accounts.createKey({ account, kind: 'private' })).key));
const { url } = await listenSomewhere(service);
process.stdout.write(`${JSON.stringify({ url, keys })}\n`);
