import type { AddressList } from './addresses.js';
import { withBulkService, type BulkTask } from './bulk-service.js';
import { runChild } from './child.js';
import { median, percentile, type Figure } from './figures.js';
import type { LoadResult, LoadTask } from './load.js';

/** Long enough to run for all of the measurement. */
const LISTED = { count: 200_000, domains: 20_000 };
const ASKED: AddressList = { count: 2000, domains: 100 };
const CONNECTIONS = 20;
/** Twenty visitors at a time who take a fifth of a second from one address to the next: 100 validations a second. */
const REST_MS = 200;
const WARM_UP_MS = 2000;
const ROUND_MS = 5000;
const TIMES = 3;

const DNS_ALONE = { dnsDelayMs: 30, hosts: LISTED.domains } as const;
const WITH_SMTP = { dnsDelayMs: 30, hosts: 200, smtpDelayMs: 20 } as const;

interface Round {
  readonly before: number;
  readonly during: number;
  readonly failed: number;
  readonly isStillRunning: boolean;
}

const measureAt = async (what: string, task: Omit<BulkTask, 'keys'>, runs: number): Promise<Figure[]> => {
  const rounds: Round[] = [];
  for (let run = 0; run < runs; run++) {
    const round = await withBulkService(
      { ...task, keys: CONNECTIONS },
      async ({ service, client, urlOf }): Promise<Round> => {
        const { port, keys } = service.place;
        const load = (milliseconds: number) =>
          runChild<LoadResult>('load.ts', {
            port,
            keys,
            list: ASKED,
            milliseconds,
            restMs: REST_MS,
          } satisfies LoadTask);
        await load(WARM_UP_MS);
        const before = await load(ROUND_MS);
        const { listId } = await client.uploadList({ url: urlOf(LISTED) });
        while ((await client.listStatus(listId)).percentage < 1)
          await new Promise((resolve) => setTimeout(resolve, 100));
        const during = await load(ROUND_MS);
        const { status } = await client.listStatus(listId);
        return {
          before: percentile(before.latencies, 99),
          during: percentile(during.latencies, 99),
          failed: before.failed + during.failed,
          isStillRunning: status === 'processing',
        };
      },
    );
    rounds.push(round);
  }
  const [before, during] = [median(rounds.map((round) => round.before)), median(rounds.map((round) => round.during))];
  return [
    {
      what: `99th percentile of validations while a list runs, ${what}`,
      figure: during / before,
      unit: '×',
      digits: 1,
      atMost: TIMES,
      said: `${during.toFixed(1)} ms beside ${before.toFixed(1)} ms`,
    },
    {
      what: `answers that were no validation, ${what}`,
      figure: rounds.reduce((sum, { failed }) => sum + failed, 0),
      unit: '',
      atMost: 0,
    },
    {
      what: `lists that ended too soon for this, ${what}`,
      figure: rounds.filter(({ isStillRunning }) => !isStillRunning).length,
      unit: '',
      atMost: 0,
    },
  ];
};

/** What a list costs those who wait for an answer meanwhile. */
export const measureBeside = async (runs: number): Promise<Figure[]> => [
  ...(await measureAt('DNS alone', DNS_ALONE, runs)),
  ...(await measureAt('SMTP', WITH_SMTP, runs)),
];
