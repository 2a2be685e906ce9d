import type { PostgresServer } from '../suites/postgres-server.js';
import { runChild, serveChild } from './child.js';
import { median, percentile, type Figure } from './figures.js';
import type { LoadResult, LoadTask } from './load.js';
import type { ServicePlace, ServiceTask } from './serve-service.js';
import type { LeanWorldPlace, LeanWorldTask } from './world/serve.js';

const LIST = { count: 2000, domains: 100 };
const CONNECTIONS = 40;
const WARM_UP_MS = 2000;
const ROUND_MS = 4000;

interface Round {
  readonly rate: number;
  readonly p99: number;
  readonly failed: number;
}

const loadOn = async (services: readonly ServicePlace[], milliseconds: number): Promise<Round> => {
  const share = CONNECTIONS / services.length;
  const task = ({ port, keys }: ServicePlace): LoadTask => ({
    port,
    keys: keys.slice(0, share),
    list: LIST,
    milliseconds,
  });
  const results = await Promise.all(services.map((service) => runChild<LoadResult>('load.ts', task(service))));
  return {
    rate: results.reduce((sum, { answered, milliseconds: took }) => sum + (1000 * answered) / took, 0),
    p99: percentile(
      results.flatMap(({ latencies }) => latencies),
      99,
    ),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
};

const measure = async (what: string, runs: number, task: ServiceTask, processes: number): Promise<Figure[]> => {
  const services = await Promise.all(
    Array.from({ length: processes }, () => serveChild<ServicePlace>('serve-service.ts', task)),
  );
  const places = services.map(({ place }) => place);
  try {
    await loadOn(places, WARM_UP_MS);
    const rounds: Round[] = [];
    for (let run = 0; run < runs; run++) rounds.push(await loadOn(places, ROUND_MS));
    return [
      {
        what: `validations over HTTP, ${what}, ${CONNECTIONS} connections`,
        figure: median(rounds.map(({ rate }) => rate)),
        unit: '/s',
        said: `p99 ${median(rounds.map(({ p99 }) => p99)).toFixed(1)} ms`,
      },
      {
        what: `answers that were no validation, ${what}`,
        figure: rounds.reduce((sum, { failed }) => sum + failed, 0),
        unit: '',
        atMost: 0,
      },
    ];
  } finally {
    for (const service of services) await service.close();
  }
};

/** Single validation through HTTP with each store, and with two services on one database: probing off, warm DNS, durable charges. */
export const measureValidations = async (runs: number, postgres: PostgresServer | undefined): Promise<Figure[]> => {
  const world = await serveChild<LeanWorldPlace>('world/serve.ts', {
    dnsDelayMs: 20,
    smtpDelayMs: 0,
    hosts: LIST.domains,
    isMailing: false,
  } satisfies LeanWorldTask);
  const task: ServiceTask = { dns: world.place.dns, keys: CONNECTIONS };
  try {
    const figures = await measure('SQLite', runs, task, 1);
    if (postgres) {
      figures.push(...(await measure('PostgreSQL', runs, { ...task, database: await postgres.newDatabase() }, 1)));
      figures.push(
        ...(await measure('PostgreSQL, two processes', runs, { ...task, database: await postgres.newDatabase() }, 2)),
      );
    }
    return figures;
  } finally {
    await world.close();
  }
};
