import { openStore } from '../../src/service/store/index.js';

// A process that has five calls under way, all under one concurrency limit, and says so. A test kills it.
const store = await openStore({ database: process.argv[2] ?? '', purpose: 'service' });
for (let count = 0; count < 5; count++)
  await store.accounts.admit('shop', () => ({ claim: { credits: 1, concurrency: [{ name: 'all', limit: 5 }] } }));
process.stdout.write('five\n');
