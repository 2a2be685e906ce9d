/**
 * `npm run bench:service`: what the stores charge and the service answers in a second, with SQLite, with PostgreSQL and with two
 * processes on one PostgreSQL, one after the other on this machine. A charge that is lost or doubled fails it.
 *
 * `--only charges,validations` measures one of them; `--runs 3` is how often each is repeated for the median. PostgreSQL is
 * Debian's package, started on loopback with a folder of its own, and waits for the disk as in earnest.
 */
import { PostgresServer, withoutPostgres } from '../suites/postgres-server.js';
import { readWanted, runParts } from './run-parts.js';
import { measureCharges } from './service-charges.js';
import { measureValidations } from './service-validations.js';

const asked = readWanted(['charges', 'validations'], 3);
const missing = withoutPostgres();
if (missing) console.log(`PostgreSQL is left out. ${missing}`);
const postgres = missing ? undefined : await PostgresServer.start({ isDurable: true });
try {
  await runParts(
    { charges: (runs) => measureCharges(runs, postgres), validations: (runs) => measureValidations(runs, postgres) },
    asked,
  );
} finally {
  await postgres?.stop();
}
