import { runChild, serveChild } from './child.js';
import { median, percentile, type Figure } from './figures.js';
import type { LoadResult, LoadTask } from './load.js';
import type { ServicePlace, ServiceTask } from './serve-service.js';
import type { LeanWorldPlace, LeanWorldTask } from './world/serve.js';

/** Few enough domains to be known to the service before the clock runs. */
const LIST = { count: 2000, domains: 100 };
const CONNECTIONS = 40;
const FEW_CONNECTIONS = 10;
const WARM_UP_MS = 3000;
const ROUND_MS = 4000;

/** Single validation through HTTP: the service as its command makes it, probing off, every answer charged durably before it leaves. */
export const measureHttp = async (runs: number): Promise<Figure[]> => {
  const world = await serveChild<LeanWorldPlace>('world/serve.ts', {
    dnsDelayMs: 20,
    smtpDelayMs: 0,
    hosts: LIST.domains,
    isMailing: false,
  } satisfies LeanWorldTask);
  const flags = process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];
  const service = await serveChild<ServicePlace>(
    'serve-service.ts',
    { dns: world.place.dns, keys: CONNECTIONS } satisfies ServiceTask,
    { flags },
  );
  const { port, keys } = service.place;
  const load = (connections: number, milliseconds: number) =>
    runChild<LoadResult>('load.ts', {
      port,
      keys: keys.slice(0, connections),
      list: LIST,
      milliseconds,
    } satisfies LoadTask);
  try {
    await load(CONNECTIONS, WARM_UP_MS);
    const rates: number[] = [];
    const tails: number[] = [];
    const costs: number[] = [];
    let failed = 0;
    for (let run = 0; run < runs; run++) {
      const before = service.cpuMilliseconds();
      const many = await load(CONNECTIONS, ROUND_MS);
      costs.push((1000 * (service.cpuMilliseconds() - before)) / many.answered);
      const few = await load(FEW_CONNECTIONS, ROUND_MS);
      rates.push((1000 * many.answered) / many.milliseconds);
      tails.push(percentile(few.latencies, 99));
      failed += many.failed + few.failed;
    }
    return [
      {
        what: `validations over HTTP at ${CONNECTIONS} connections, median of ${runs}`,
        figure: median(rates),
        unit: '/s',
        atLeast: 5000,
        said: `${median(costs).toFixed(0)} µs of the service's processor time each`,
      },
      {
        what: `99th percentile at ${FEW_CONNECTIONS} connections, median of ${runs}`,
        figure: median(tails),
        unit: 'ms',
        digits: 1,
        atMost: 15,
      },
      { what: 'answers that were no validation', figure: failed, unit: '', atMost: 0 },
    ];
  } finally {
    await service.close();
    await world.close();
  }
};
