/**
 * `npm run bench:service`: what the stores charge and the service answers in a second, with SQLite, with PostgreSQL and with two
 * processes on one PostgreSQL, one after the other on this machine. A charge that is lost or doubled fails it.
 *
 * `--only charges,validations` measures one of them; `--runs 3` is how often each is repeated for the median. PostgreSQL is
 * Debian's package, started on loopback with a folder of its own, and waits for the disk as in earnest.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { PostgresServer, withoutPostgres } from '../suites/postgres-server.js';
import { print, type Figure } from './figures.js';
import { measureCharges } from './service-charges.js';
import { measureValidations } from './service-validations.js';

const parts: Readonly<Record<string, (runs: number, postgres: PostgresServer | undefined) => Promise<Figure[]>>> = {
  charges: measureCharges,
  validations: measureValidations,
};

const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string', default: '3' } } });
const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((part) => !Object.hasOwn(parts, part));
const runs = Number(values.runs);
if (unknown.length || !Number.isInteger(runs) || runs < 1) {
  console.error(`Write --only with some of ${Object.keys(parts).join(',')}, and --runs with a whole number from 1.`);
  process.exit(2);
}
const missing = withoutPostgres();
if (missing) console.log(`PostgreSQL is left out. ${missing}`);
const postgres = missing ? undefined : await PostgresServer.start({ isDurable: true });
try {
  for (const part of wanted) {
    console.log(`\n${part} (load of the machine before: ${loadavg()[0]?.toFixed(1)})`);
    print((await parts[part]?.(runs, postgres)) ?? []);
  }
} finally {
  await postgres?.stop();
}
