import { createClient } from '../../src/client/index.js';

/** A process that asks one validation of the service at its argument, says how that went, and has nothing more to do. */
const client = createClient({ baseUrl: process.argv[2] ?? '', apiKey: 'abc1234567890' });
const said = await client.validate('jane@example.com').then(
  ({ result }) => result,
  (error: { code: string }) => error.code,
);
process.stdout.write(said);
