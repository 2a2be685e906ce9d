import { runChild, serveChild } from './child.js';
import { median, percentile, type Figure } from './figures.js';
import type { PoolResult, PoolTask } from './run-dns-pool.js';
import type { LeanWorldPlace, LeanWorldTask } from './world/serve.js';

const QUESTIONS = 1000;
const RESOLVER_MS = 30;

/** How late DNS answers are with many questions out. */
export const measureDnsPool = async (runs: number): Promise<Figure[]> => {
  const world = await serveChild<LeanWorldPlace>('world/serve.ts', {
    dnsDelayMs: RESOLVER_MS,
    smtpDelayMs: 0,
    hosts: QUESTIONS,
    isMailing: false,
  } satisfies LeanWorldTask);
  const results: PoolResult[] = [];
  try {
    for (let run = 0; run < runs; run++)
      results.push(
        await runChild<PoolResult>('run-dns-pool.ts', {
          dns: world.place.dns,
          questions: QUESTIONS,
        } satisfies PoolTask),
      );
  } finally {
    await world.close();
  }
  const tail = (of: keyof PoolResult) => median(results.map((result) => percentile(result[of], 99)));
  return [
    { what: '1,000 DNS questions out at 30 ms: 99th percentile', figure: tail('ours'), unit: 'ms', atMost: 100 },
    { what: 'the same over one resolver', figure: tail('one'), unit: 'ms' },
  ];
};
