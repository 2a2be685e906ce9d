import { openStore } from '../../src/service/store/index.js';
import { listStoreContract } from '../suites/list-store-contract.js';
import { serverForTests } from '../suites/postgres-server.js';

const { skip, server } = serverForTests();

listStoreContract('SQLite', () => openStore({ database: ':memory:', purpose: 'service' }));
listStoreContract('PostgreSQL', async () => openStore({ database: await server().newDatabase(), purpose: 'service' }), {
  skip,
});
