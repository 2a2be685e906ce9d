import { after, before } from 'node:test';
import { openStore } from '../../src/service/store/index.js';
import { PostgresServer, withoutPostgres } from '../suites/postgres-server.js';
import { storeContract } from '../suites/store-contract.js';

const skip = withoutPostgres();
let server: PostgresServer;
if (!skip) {
  before(async () => void (server = await PostgresServer.start()));
  after(() => server.stop());
}

storeContract('PostgreSQL', async () => openStore({ database: await server.newDatabase(), purpose: 'service' }), { skip });
