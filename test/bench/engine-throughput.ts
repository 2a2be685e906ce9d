import { addressesOf } from './addresses.js';
import { runChild, serveChild } from './child.js';
import { median, type Figure } from './figures.js';
import type { OursResult, OursTask } from './run-ours.js';
import { versionOf } from './peers/libraries.mjs';
import type { LeanWorldPlace, LeanWorldTask } from './world/serve.js';

const LIST = { count: 3000, domains: 200 };
/** Five domains share a mail host, as domains at hosting companies do. */
const HOSTS = 40;
const CONCURRENCY = 50;
const DELAYS_MS = [0, 20];

const WITH_SMTP = 'deep-email-validator';
const MX_ONLY = 'node-email-verifier';

/** What another library says of an address, and what ours has to have said of it. */
interface PeerResult {
  readonly said: readonly string[];
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

interface Contender {
  readonly run: () => Promise<PeerResult>;
  readonly times: number[];
  readonly cpuTimes: number[];
  said: readonly string[];
}

const contender = (run: Contender['run']): Contender => ({ run, times: [], cpuTimes: [], said: [] });

/** In turn, each in a fresh process, so that what else the machine does falls on all. */
const takeTurns = async (contenders: readonly Contender[], runs: number): Promise<void> => {
  for (let run = 0; run < runs; run++) {
    for (const each of contenders) {
      const { said, milliseconds, cpuMilliseconds } = await each.run();
      each.times.push(milliseconds);
      each.cpuTimes.push(cpuMilliseconds);
      each.said = said;
    }
  }
};

/** Addresses of which the two say different things. `mail hosts` is all that MX records tell. */
const differences = (ours: readonly string[], theirs: readonly string[]): number =>
  ours.filter((said, at) => (said === 'mail hosts' ? 'Safe to Send' : said) !== theirs[at]).length;

const seconds = ({ times, cpuTimes }: Contender): string =>
  `${(median(times) / 1000).toFixed(2)} s, ${(median(cpuTimes) / 1000).toFixed(2)} s of it CPU`;

/** `lookups` of mail hosts' addresses at a time: Node's own limit is four. */
const peerAt = (library: string, { dns, smtpPort }: LeanWorldPlace, lookups = 4): Contender =>
  contender(() =>
    runChild<PeerResult>(
      'peers/run.mjs',
      { library, addresses: addressesOf(LIST), concurrency: CONCURRENCY },
      {
        preload: 'peers/reach.mjs',
        environment: { WORLD_DNS: dns, WORLD_SMTP_PORT: String(smtpPort), WORLD_LOOKUPS: String(lookups) },
      },
    ),
  );

const oursAt = ({ dns, smtpPort }: LeanWorldPlace, more: Readonly<Record<string, string>>): Contender => {
  const flags = {
    'dns-servers': dns,
    canary: 'off',
    'smtp-port': String(smtpPort),
    'allow-loopback': 'on',
    helo: 'bench.own.com',
    'mail-from': 'probe@own.com',
    ...more,
  };
  return contender(() =>
    runChild<OursResult>('run-ours.ts', {
      flags,
      list: LIST,
      concurrency: CONCURRENCY,
      tells: true,
    } satisfies OursTask),
  );
};

/** Options that let no two recipients share a session. */
const ALONE = { 'recipients-per-session': '1' };

/** Installed versions of the other libraries. */
const versions = { [WITH_SMTP]: versionOf(WITH_SMTP), [MX_ONLY]: versionOf(MX_ONLY) };

/** How many times as fast ours is; without the other library there is nothing to hold the figure to. */
const timesAsFast = (
  what: string,
  ours: Contender,
  theirs: Contender,
  name: keyof typeof versions,
  atLeast?: number,
): Figure => {
  const row = { what: `${what}: times as fast`, unit: '×', digits: 1 };
  const version = versions[name];
  if (!version) return { ...row, figure: undefined, said: `ours ${seconds(ours)}; ${name}: not installed` };
  const figure = median(theirs.times) / median(ours.times);
  return {
    ...row,
    figure,
    ...(atLeast && { atLeast }),
    said: `ours ${seconds(ours)}; ${name} ${version} ${seconds(theirs)}`,
  };
};

const unlikeness = (
  what: string,
  name: keyof typeof versions,
  theirs: Contender,
  ours: readonly Contender[],
): Figure[] =>
  versions[name]
    ? [
        {
          what: `${what}: addresses judged otherwise than by ${name}`,
          figure: Math.max(...ours.map(({ said }) => differences(said, theirs.said))),
          unit: '',
          atMost: 0,
        },
      ]
    : [];

const measureAt = async (delay: number, runs: number): Promise<Figure[]> => {
  const world = await serveChild<LeanWorldPlace>('world/serve.ts', {
    dnsDelayMs: delay,
    smtpDelayMs: delay,
    hosts: HOSTS,
    isMailing: true,
  } satisfies LeanWorldTask);
  const shared = oursAt(world.place, {});
  const alone = oursAt(world.place, ALONE);
  const mx = oursAt(world.place, { probing: 'off' });
  const deep = peerAt(WITH_SMTP, world.place);
  const unlimited = peerAt(WITH_SMTP, world.place, CONCURRENCY);
  const cached = peerAt(MX_ONLY, world.place);
  try {
    await takeTurns([shared, alone, ...(versions[WITH_SMTP] ? [deep, unlimited] : [])], runs);
    await takeTurns([mx, ...(versions[MX_ONLY] ? [cached] : [])], runs);
  } finally {
    await world.close();
  }
  const [smtp, only] = [`SMTP at ${delay} ms`, `MX only at ${delay} ms`];
  return [
    ...unlikeness(smtp, WITH_SMTP, deep, [shared, alone]),
    // Where a reply takes no time there is next to nothing to share.
    timesAsFast(`${smtp}, sessions shared`, shared, deep, WITH_SMTP, delay ? 5 : undefined),
    timesAsFast(`${smtp}, sharing off`, alone, deep, WITH_SMTP, delay ? 1 : undefined),
    timesAsFast(`${smtp}, shared, its look-ups without a queue`, shared, unlimited, WITH_SMTP),
    ...unlikeness(only, MX_ONLY, cached, [mx]),
    timesAsFast(only, mx, cached, MX_ONLY, 5),
  ];
};

/** Our throughput beside other libraries': the same addresses, name server and mail hosts; verdicts are compared before times are. */
export const measureThroughput = async (runs: number): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const delay of DELAYS_MS) figures.push(...(await measureAt(delay, runs)));
  return figures;
};
