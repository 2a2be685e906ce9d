import { runChild, serveChild } from './child.js';
import { median, type Figure } from './figures.js';
import type { OursResult, OursTask } from './run-ours.js';
import type { LeanWorldPlace, LeanWorldTask } from './world/serve.js';

const LIST = { count: 200_000, domains: 20_000 };
const RESOLVER_MS = 30;
const CONCURRENCY = 1000;
const SAMPLE = 50_000;
/** What memory in use may grow by from the first sample to the last and be flat. */
const FLAT = 1.15;
const MEGABYTE = 1_000_000;

/** A long list over DNS alone: time, and memory as the list goes on. */
export const measureBulk = async (runs: number): Promise<Figure[]> => {
  const world = await serveChild<LeanWorldPlace>('world/serve.ts', {
    dnsDelayMs: RESOLVER_MS,
    smtpDelayMs: 0,
    hosts: LIST.domains,
    isMailing: false,
  } satisfies LeanWorldTask);
  const flags = {
    'dns-servers': world.place.dns,
    canary: 'off',
    'allow-loopback': 'on',
    probing: 'off',
    helo: 'bench.own.com',
  };
  const results: OursResult[] = [];
  try {
    for (let run = 0; run < runs; run++)
      results.push(
        await runChild<OursResult>(
          'run-ours.ts',
          { flags, list: LIST, concurrency: CONCURRENCY, sampleEvery: SAMPLE, tells: false } satisfies OursTask,
          { flags: ['--expose-gc'] },
        ),
      );
  } finally {
    await world.close();
  }
  const growth = results.map(({ samples }) => (samples.at(-1) ?? NaN) / (samples[0] ?? NaN));
  const samples = results
    .at(-1)
    ?.samples.map((bytes) => (bytes / MEGABYTE).toFixed(0))
    .join(', ');
  return [
    {
      what: '200,000 addresses of 20,000 domains, DNS alone, 30 ms a question',
      figure: median(results.map(({ milliseconds }) => milliseconds / 1000)),
      unit: 's',
      digits: 1,
      atMost: 12,
      said: `${median(results.map(({ cpuMilliseconds }) => cpuMilliseconds / 1000)).toFixed(1)} s of it CPU`,
    },
    {
      what: 'the most memory of it',
      figure: median(results.map(({ rss }) => rss / MEGABYTE)),
      unit: 'MB',
      atMost: 400,
    },
    {
      what: 'memory in use at 200,000 over that at 50,000',
      figure: median(growth),
      unit: '×',
      digits: 2,
      atMost: FLAT,
      said: `MB: ${samples}`,
    },
  ];
};
