/**
 * Our engine in a process of its own, with the paces of Google for a simulated provider, on a clock that runs `scale` times as fast. It
 * treats the addresses as a list: what may be known later is asked once more. The task comes over standard input.
 */
import { text } from 'node:stream/consumers';
import { mayContact } from '../../src/service/net/reachable.js';
import {
  createMailboxProbe,
  createMailHostFinder,
  MailManners,
  mailProviders,
  PATIENT_WAIT_MS,
  randomLocalPart,
} from '../../src/service/probe/index.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { createVerdictEngine } from '../../src/service/verdict/index.js';

export interface MannersTask {
  readonly dns: string;
  readonly smtpPort: number;
  readonly addresses: readonly string[];
  readonly concurrency: number;
  readonly scale: number;
  /** Without it the provider is a host like any other. */
  readonly isKnown: boolean;
}

export interface MannersResult {
  readonly said: readonly string[];
  readonly milliseconds: number;
  /** Why addresses were not asked for, after the last pass. */
  readonly notAsked: Readonly<Record<string, number>>;
}

const { dns, smtpPort, addresses, concurrency, scale, isKnown } = JSON.parse(await text(process.stdin)) as MannersTask;
const sender = 'probe@own.com';
const [google] = mailProviders;
const begin = Date.now();
const manners = new MailManners({
  senders: [sender],
  providers: isKnown && google ? [{ ...google, hosts: ['.load-mail.com'] }] : [],
  clock: {
    now: () => begin + (Date.now() - begin) * scale,
    after(milliseconds, task) {
      const timer = setTimeout(task, milliseconds / scale);
      return () => clearTimeout(timer);
    },
  },
});
const finder = createMailHostFinder({
  ...{ servers: [dns], timeoutMs: 5_000 },
  mayContact: (ip) => mayContact(ip, { allowLoopback: true }),
});
const engine = createVerdictEngine({
  reputation: loadReputation(),
  findMailHosts: (domain) => finder.find(domain),
  probeMailbox: createMailboxProbe({
    ...{ port: smtpPort, helo: 'bench.own.com', mailFrom: sender, randomLocalPart, allowLoopback: true, manners },
    ...{ connectTimeoutMs: 5_000, replyTimeoutMs: 10_000 },
  }),
  deadlineMs: 20_000,
  patientWaitMs: PATIENT_WAIT_MS,
  closeEngineParts: () => finder.close(),
});

const said: string[] = [];
const notAsked = new Map<number, string>();
const askAll = async (places: readonly number[]): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < places.length) {
      const at = places[next++] as number;
      const { validation, evidence } = await engine.verify(addresses[at] ?? '', { isPatient: true });
      said[at] = validation.result;
      const { probe } = evidence;
      if (typeof probe === 'object' && probe.outcome === 'not-asked') notAsked.set(at, probe.why);
      else notAsked.delete(at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};

const since = performance.now();
await askAll(addresses.map((_, at) => at));
await askAll([...said.keys()].filter((at) => said[at] === 'Unknown'));
const milliseconds = performance.now() - since;
await engine.close();
const whys = [...notAsked.values()];
process.stdout.write(
  JSON.stringify({
    said,
    milliseconds,
    notAsked: Object.fromEntries([...new Set(whys)].map((why) => [why, whys.filter((each) => each === why).length])),
  } satisfies MannersResult),
);
