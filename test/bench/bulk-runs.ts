import type { AddressList } from './addresses.js';
import { withBulkService, type BulkTask, type BulkWorld } from './bulk-service.js';
import { runChild } from './child.js';
import { median, type Figure } from './figures.js';
import type { OursResult, OursTask } from './run-ours.js';
import { startLeanDns } from './world/dns.js';

const LONG = { count: 200_000, domains: 20_000 };
const RESOLVER_MS = 30;
const MAILED = { count: 20_000, domains: 2_000 };
/** Ten domains share a mail host. */
const MAIL_HOSTS = 200;
const REPLY_MS = 20;
const CAP = 4;
const CONCURRENCY = 200;
const SAMPLE_MS = 100;
const MEGABYTE = 1_000_000;
const FLAT = 1.15;

interface Ran {
  readonly milliseconds: number;
  /** The most memory of the service meanwhile, in bytes. */
  readonly most: number;
  /** Memory that it could not do without at each quarter of the list, in bytes. */
  readonly quarters: readonly number[];
  /** Lines of the file of results, without its head. */
  readonly lines: number;
}

/** From the upload to the file of results in hand. */
const runList = async ({ client, service, urlOf }: BulkWorld, list: AddressList): Promise<Ran> => {
  let most = 0;
  const quarters: number[] = [];
  const sampling = setInterval(() => (most = Math.max(most, service.memory())), SAMPLE_MS);
  const look = async (percentage: number): Promise<void> => {
    if (Math.floor(percentage / 25) > quarters.length) quarters.push(Number(await service.ask('memory')));
  };
  const since = performance.now();
  try {
    const { listId } = await client.uploadList({ url: urlOf(list) });
    const { status, downloadLink, reason } = await client.waitForList(listId, {
      onProgress: ({ percentage }) => void look(percentage),
    });
    if (status !== 'completed') throw new Error(`The list is ${status}: ${reason}`);
    const text = await (await fetch(downloadLink)).text();
    return { milliseconds: performance.now() - since, most, quarters, lines: text.split('\r\n').length - 2 };
  } finally {
    clearInterval(sampling);
  }
};

/** What the engine by itself takes for the same addresses: no list, no database, no file. */
const baseline = async (dnsDelayMs: number, list: AddressList): Promise<OursResult> => {
  const dns = await startLeanDns(dnsDelayMs, list.domains);
  const flags = {
    'dns-servers': dns.dns,
    canary: 'off',
    'allow-loopback': 'on',
    probing: 'off',
    helo: 'bench.own.com',
  };
  try {
    return await runChild<OursResult>('run-ours.ts', {
      flags,
      list,
      concurrency: CONCURRENCY,
      tells: false,
    } satisfies OursTask);
  } finally {
    dns.close();
  }
};

/** Memory at the last quarter that was seen over that at the first. */
const growthOf = ({ quarters }: Ran): number => (quarters.at(-1) ?? NaN) / (quarters[0] ?? NaN);

const times = async <Result>(runs: number, work: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) results.push(await work());
  return results;
};

/** A list as long as one may be, over DNS alone. */
export const measureLong = async (runs: number, database?: () => Promise<string>): Promise<Figure[]> => {
  const ran = await times(runs, async () => {
    const task: BulkTask = {
      dnsDelayMs: RESOLVER_MS,
      hosts: LONG.domains,
      keys: 1,
      ...(database && { database: await database() }),
    };
    return withBulkService(task, (world) => runList(world, LONG));
  });
  const engine = await times(runs, () => baseline(RESOLVER_MS, LONG));
  const seconds = median(ran.map(({ milliseconds }) => milliseconds / 1000));
  const alone = median(engine.map(({ milliseconds }) => milliseconds / 1000));
  const where = database ? 'PostgreSQL' : 'SQLite';
  return [
    {
      what: `200,000 addresses of 20,000 domains, DNS alone, ${where}: upload to file`,
      figure: seconds,
      unit: 's',
      digits: 1,
      atMost: 25,
      said: `30 ms a question; ${(LONG.count / seconds).toFixed(0)} addresses/s`,
    },
    {
      what: 'the same over the engine by itself',
      figure: seconds / alone,
      unit: '×',
      digits: 2,
      said: `which takes ${alone.toFixed(1)} s`,
    },
    {
      what: 'the most memory of the service',
      figure: median(ran.map(({ most }) => most / MEGABYTE)),
      unit: 'MB',
      atMost: 400,
    },
    {
      what: 'memory in use at the end over that at a quarter',
      figure: median(ran.map(growthOf)),
      unit: '×',
      digits: 2,
      atMost: FLAT,
      said: `MB: ${ran
        .at(-1)
        ?.quarters.map((bytes) => (bytes / MEGABYTE).toFixed(0))
        .join(', ')}`,
    },
    {
      what: 'lines that the file lacks',
      figure: ran.reduce((sum, { lines }) => sum + LONG.count - lines, 0),
      unit: '',
      atMost: 0,
    },
  ];
};

/** A list whose mailboxes are asked for. */
export const measureMailed = async (runs: number): Promise<Figure[]> => {
  const task: BulkTask = { dnsDelayMs: RESOLVER_MS, hosts: MAIL_HOSTS, smtpDelayMs: REPLY_MS, keys: 1 };
  const ran = await times(runs, () =>
    withBulkService(task, async (world) => ({ ...(await runList(world, MAILED)), atOnce: world.mostAtOnce() })),
  );
  const seconds = median(ran.map(({ milliseconds }) => milliseconds / 1000));
  return [
    {
      what: '20,000 addresses of 2,000 domains at 200 mail hosts, SMTP',
      figure: MAILED.count / seconds,
      unit: '/s',
      said: `${seconds.toFixed(1)} s, ${REPLY_MS} ms a reply, ${RESOLVER_MS} ms a DNS question`,
    },
    {
      what: 'connections that one mail host had at once, at most',
      figure: Math.max(...ran.map(({ atOnce }) => atOnce)),
      unit: '',
      atMost: CAP,
    },
    {
      what: 'lines that the file lacks',
      figure: ran.reduce((sum, { lines }) => sum + MAILED.count - lines, 0),
      unit: '',
      atMost: 0,
    },
  ];
};
