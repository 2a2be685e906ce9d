/**
 * `npm run bench:bulk`: what lists take, from the upload of a hosted file to the file of results, and what they cost those who wait for
 * single validations meanwhile. Fails where a figure is beyond its bar. The service runs in a process of its own, over its own HTTP;
 * name servers, mail hosts and the hosted list are in this one.
 *
 * `--only long,postgres,mailed,beside` measures some; `--runs 3` is how often each is repeated for the median. Mail hosts are at addresses
 * of 127.0.0.0/8, of which Linux has all and other systems one. PostgreSQL is Debian's package, started on loopback.
 */
import { PostgresServer, withoutPostgres } from '../suites/postgres-server.js';
import { measureBeside } from './bulk-beside.js';
import { measureLong, measureMailed } from './bulk-runs.js';
import { readWanted, runParts } from './run-parts.js';

const asked = readWanted(['long', 'postgres', 'mailed', 'beside'], 3);
const missing = withoutPostgres();
if (missing) console.log(`PostgreSQL is left out. ${missing}`);
const postgres =
  missing || !asked.wanted.includes('postgres') ? undefined : await PostgresServer.start({ isDurable: true });
try {
  await runParts(
    {
      long: (runs) => measureLong(runs),
      postgres: (runs) => (postgres ? measureLong(runs, () => postgres.newDatabase()) : Promise.resolve([])),
      mailed: measureMailed,
      beside: measureBeside,
    },
    asked,
  );
} finally {
  await postgres?.stop();
}
