import { openStore } from '../../src/service/store/index.js';
import { accountsContract } from '../suites/accounts-contract.js';
import { consoleStoreContract } from '../suites/console-store-contract.js';
import { deliveryStoreContract } from '../suites/delivery-store-contract.js';
import { heldListsContract } from '../suites/held-lists-contract.js';
import { serverForTests } from '../suites/postgres-server.js';
import { webhookStoreContract } from '../suites/webhook-store-contract.js';

const { skip, server } = serverForTests();

for (const contract of [
  accountsContract,
  consoleStoreContract,
  heldListsContract,
  webhookStoreContract,
  deliveryStoreContract,
]) {
  contract('SQLite', () => openStore({ database: ':memory:', purpose: 'service' }));
  contract('PostgreSQL', async () => openStore({ database: await server().newDatabase(), purpose: 'service' }), {
    skip,
  });
}
