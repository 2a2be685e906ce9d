import { addressesOf } from './addresses.js';
import { runChild, serveChild } from './child.js';
import { median, type Figure } from './figures.js';
import type { OursResult, OursTask } from './run-ours.js';
import { versionOf } from './peers/libraries.mjs';
import type { LeanWorldPlace, LeanWorldTask } from './world/serve.js';

/** Five domains share a mail host, as domains at hosting companies do. */
const LIST = { count: 3000, domains: 200 };
const CONCURRENCY = 50;
const DELAYS_MS = [0, 20];

const WITH_SMTP = 'deep-email-validator';
const MX_ONLY = 'node-email-verifier';

/** What another library says of an address, and what ours has to have said of it. */
interface PeerResult {
  readonly said: readonly string[];
  readonly milliseconds: number;
}

interface Contender {
  readonly run: () => Promise<PeerResult>;
  readonly times: number[];
  said: readonly string[];
}

const contender = (run: Contender['run']): Contender => ({ run, times: [], said: [] });

/** In turn, each in a fresh process, so that what else the machine does falls on all. */
const takeTurns = async (contenders: readonly Contender[], runs: number): Promise<void> => {
  for (let run = 0; run < runs; run++) {
    for (const each of contenders) {
      const { said, milliseconds } = await each.run();
      each.times.push(milliseconds);
      each.said = said;
    }
  }
};

/** Addresses of which the two say different things. `mail hosts` is all that MX records tell. */
const differences = (ours: readonly string[], theirs: readonly string[]): number =>
  ours.filter((said, at) => (said === 'mail hosts' ? 'Safe to Send' : said) !== theirs[at]).length;

const seconds = ({ times }: Contender): string => `${(median(times) / 1000).toFixed(2)} s`;

const peerAt = (library: string, { dns, smtpPort }: LeanWorldPlace): Contender =>
  contender(() =>
    runChild<PeerResult>('peers/run.mjs', { library, addresses: addressesOf(LIST), concurrency: CONCURRENCY }, {
      preload: 'peers/reach.mjs',
      environment: { WORLD_DNS: dns, WORLD_SMTP_PORT: String(smtpPort) },
    }),
  );

const oursAt = ({ dns, smtpPort }: LeanWorldPlace, more: Readonly<Record<string, string>>): Contender => {
  const flags = { 'dns-servers': dns, 'smtp-port': String(smtpPort), 'allow-loopback': 'on', helo: 'bench.own.com', 'mail-from': 'probe@own.com', ...more };
  return contender(() => runChild<OursResult>('run-ours.ts', { flags, list: LIST, concurrency: CONCURRENCY, tells: true } satisfies OursTask));
};

/** Options that let no two recipients share a session. */
const ALONE = { 'recipients-per-session': '1' };

/** Our throughput beside other libraries': the same addresses, name server and mail hosts; verdicts are compared before times are. */
export const measureThroughput = async (runs: number): Promise<Figure[]> => {
  const figures: Figure[] = [];
  const hasPeers = { smtp: versionOf(WITH_SMTP), mx: versionOf(MX_ONLY) };
  for (const delay of DELAYS_MS) {
    const world = await serveChild<LeanWorldPlace>('world/serve.ts', { dnsDelayMs: delay, smtpDelayMs: delay, hosts: LIST.domains } satisfies LeanWorldTask);
    const shared = oursAt(world.place, {});
    const alone = oursAt(world.place, ALONE);
    const mx = oursAt(world.place, { probing: 'off' });
    const deep = peerAt(WITH_SMTP, world.place);
    const cached = peerAt(MX_ONLY, world.place);
    try {
      await takeTurns([shared, alone, ...(hasPeers.smtp ? [deep] : [])], runs);
      await takeTurns([mx, ...(hasPeers.mx ? [cached] : [])], runs);
    } finally {
      await world.close();
    }
    const at = `at ${delay} ms`;
    const times = (ours: Contender, theirs: Contender, peer: string | undefined, name: string): Partial<Figure> =>
      peer
        ? { figure: median(theirs.times) / median(ours.times), said: `ours ${seconds(ours)}, ${name} ${peer} ${seconds(theirs)}` }
        : { said: `ours ${seconds(ours)}, ${name}: not installed` };
    // Only at 20 ms is there anything to share; without a peer there is nothing to hold the figure to.
    const bar = (atLeast: number, peer: string | undefined) => (peer ? { atLeast } : {});
    figures.push(
      { what: `SMTP ${at}, sessions shared: times as fast`, figure: undefined, unit: '×', digits: 1, ...(delay && bar(5, hasPeers.smtp)), ...times(shared, deep, hasPeers.smtp, WITH_SMTP) },
      { what: `SMTP ${at}, sharing off: times as fast`, figure: undefined, unit: '×', digits: 1, ...(delay && bar(1, hasPeers.smtp)), ...times(alone, deep, hasPeers.smtp, WITH_SMTP) },
      { what: `MX only ${at}: times as fast`, figure: undefined, unit: '×', digits: 1, ...bar(5, hasPeers.mx), ...times(mx, cached, hasPeers.mx, MX_ONLY) },
    );
    if (hasPeers.smtp) figures.push({ what: `SMTP ${at}: addresses judged otherwise than by ${WITH_SMTP}`, figure: Math.max(differences(shared.said, deep.said), differences(alone.said, deep.said)), unit: '', atMost: 0 });
    if (hasPeers.mx) figures.push({ what: `MX only ${at}: addresses judged otherwise than by ${MX_ONLY}`, figure: differences(mx.said, cached.said), unit: '', atMost: 0 });
  }
  return figures;
};
