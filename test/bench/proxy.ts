/**
 * `npm run bench:proxy`: what the key proxy adds to a validation, and how many it forwards in a second, beside a bare http-proxy that
 * forwards the same calls to the same service on loopback, and beside that service asked straight. Each is a process of its own; in
 * every round all are measured in turn, and ratios are of one round. The key proxy has five calls under way at most, as the
 * interface allows a key, and http-proxy as many as come. An answer that is no validation fails it.
 *
 * `--runs 5` is how many rounds there are for the medians. BENCH_PROFILE names a folder for processor profiles.
 */
import { runChild, serveChild, type Serving } from './child.js';
import { median, percentile, type Figure } from './figures.js';
import type { ProxyLoadResult, ProxyLoadTask } from './run-proxy-load.js';
import { readWanted, runParts } from './run-parts.js';
import type { ProxyPlace, ProxyTask } from './serve-proxy.js';

/** Long enough for what compiles itself as it runs, on a busy machine too. */
const WARM_UP_MS = 5_000;
const ROUND_MS = 1_500;
const CONNECTIONS = [1, 5, 40] as const;
const PEER = 'http-proxy';
const OURS = ['key proxy', 'with cache', 'with receipts'] as const;

/** What one load on one process measured; milliseconds, and of the processor microseconds a call. */
interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly rate: number;
  readonly cpu: number;
  readonly failed: number;
}

type Who = 'straight' | ProxyTask['kind'];
/** One round: who with how many connections. */
type Round = (who: Who, connections: (typeof CONNECTIONS)[number]) => Measured;

const loadOn = async (
  who: Who,
  { place, cpuMilliseconds }: Serving<ProxyPlace>,
  connections: number,
  milliseconds: number,
): Promise<Measured> => {
  const isOurs = who !== 'straight' && who !== PEER;
  const path = isOurs ? '/email-check/validate?email=' : '/v1/?api=a-private-key-to-measure-with&email=';
  const before = cpuMilliseconds();
  const result = await runChild<ProxyLoadResult>('run-proxy-load.ts', {
    port: place.port,
    path,
    connections,
    milliseconds,
  } satisfies ProxyLoadTask);
  return {
    p50: percentile(result.latencies, 50),
    p99: percentile(result.latencies, 99),
    rate: (1_000 * result.answered) / result.milliseconds,
    cpu: (1_000 * (cpuMilliseconds() - before)) / (result.answered + result.failed),
    failed: result.failed,
  };
};

/** The median of a figure over the rounds, and its least and most. */
const spread = (figures: readonly number[], digits: number): string =>
  `${median(figures).toFixed(digits)} (${Math.min(...figures).toFixed(digits)} to ${Math.max(...figures).toFixed(digits)})`;

/** A figure of ours beside the peer's: as a ratio of each round. */
const beside = (
  what: string,
  rounds: readonly Round[],
  who: Who,
  figureOf: (round: Round, who: Who) => number,
  unit: string,
  digits: number,
): Figure => {
  const [ours, peers] = [who, PEER as Who].map((each) => rounds.map((round) => figureOf(round, each))) as [
    number[],
    number[],
  ];
  const ratios = ours.map((figure, at) => figure / (peers[at] ?? NaN));
  return {
    what: `${who}: ${what}`,
    figure: median(ratios),
    unit: '×',
    digits: 2,
    said: `of ${PEER}'s; ratios ${spread(ratios, 2)}; ${spread(ours, digits)} ${unit} beside ${spread(peers, digits)} ${unit}`,
  };
};

const figuresOf = (rounds: readonly Round[], who: Who): Figure[] => [
  ...([1, 5] as const).flatMap((connections) =>
    (['p50', 'p99'] as const).map((tail) =>
      beside(
        `latency added, ${tail}, at ${connections}`,
        rounds,
        who,
        (round, each) => round(each, connections)[tail] - round('straight', connections)[tail],
        'ms',
        2,
      ),
    ),
  ),
  ...([5, 40] as const).map((connections) =>
    beside(`validations, at ${connections}`, rounds, who, (round, each) => round(each, connections).rate, '/s', 0),
  ),
  beside('processor time a call, at 40', rounds, who, (round, each) => round(each, 40).cpu, 'µs', 0),
];

const measure = async (runs: number): Promise<Figure[]> => {
  const flags = process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['BENCH_PROFILE']}`] : [];
  const serving = new Map<Who, Serving<ProxyPlace>>();
  try {
    const service = await serveChild<ProxyPlace>('serve-proxy-upstream.ts', {});
    serving.set('straight', service);
    const upstream = `http://127.0.0.1:${service.place.port}`;
    for (const kind of [PEER, ...OURS] as const)
      serving.set(
        kind,
        await serveChild<ProxyPlace>('serve-proxy.ts', { kind, upstream } satisfies ProxyTask, { flags }),
      );
    for (const [who, child] of serving) await loadOn(who, child, 40, WARM_UP_MS);
    const rounds: Round[] = [];
    let failed = 0;
    for (let run = 0; run < runs; run++) {
      const measured = new Map<string, Measured>();
      for (const connections of CONNECTIONS)
        for (const [who, child] of serving) {
          const one = await loadOn(who, child, connections, ROUND_MS);
          failed += one.failed;
          measured.set(`${who} ${connections}`, one);
        }
      rounds.push((who, connections) => measured.get(`${who} ${connections}`)!);
    }
    return [
      ...OURS.flatMap((who) => figuresOf(rounds, who)),
      { what: 'answers that were no validation', figure: failed, unit: '', atMost: 0 },
    ];
  } finally {
    for (const child of serving.values()) await child.close();
  }
};

console.log(
  `Beside ${PEER}, at 1, 5 and 40 connections. The key proxy has 5 calls under way at most: at 40 the others wait for their turn.`,
);
await runParts({ proxy: measure }, readWanted(['proxy'], 5));
