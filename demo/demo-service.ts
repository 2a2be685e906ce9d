import { loadReputation } from '../src/service/reputation/index.js';
import { createMailboxProbe, createMailHostFinder, randomLocalPart } from '../src/service/probe/index.js';
import { mayContact } from '../src/service/net/reachable.js';
import { createService, type CallEntry, type Service } from '../src/service/index.js';
import { createVerdictEngine } from '../src/service/verdict/index.js';
import type { World } from './world/index.js';

interface DemoServiceOptions {
  /** Whose DNS and mail hosts are asked. */
  readonly world: Pick<World, 'dns' | 'smtpPort'>;
  readonly database: string;
  readonly secret: string;
  readonly scriptFile: string;
  readonly now: () => number;
  readonly onCall: (entry: CallEntry) => void;
  readonly onFault: (fault: unknown) => void;
}

const DNS_MILLISECONDS = 5_000;
const REPLY_MILLISECONDS = 10_000;
const VERDICT_MILLISECONDS = 20_000;
/** A demo that is stopped does not wait for a mail host that never answers. */
const DRAIN_MILLISECONDS = 500;

/**
 * The real service over a simulated mail world. Unlike a service from a configuration it takes its clock from the demo, whose
 * days end when a button is pressed.
 */
export const createDemoService = async ({ world, ...options }: DemoServiceOptions): Promise<Service> => {
  const reputation = loadReputation();
  const finder = createMailHostFinder({
    servers: [world.dns],
    timeoutMs: DNS_MILLISECONDS,
    mayContact: (ip) => mayContact(ip, { allowLoopback: true }),
  });
  const engine = createVerdictEngine({
    reputation,
    findMailHosts: (domain, signal) => finder.find(domain, signal),
    probeMailbox: createMailboxProbe({
      port: world.smtpPort,
      helo: 'localhost',
      mailFrom: '',
      replyTimeoutMs: REPLY_MILLISECONDS,
      totalTimeoutMs: VERDICT_MILLISECONDS,
      randomLocalPart,
      allowLoopback: true,
    }),
    deadlineMs: VERDICT_MILLISECONDS,
  });
  const verifier = {
    verify: engine.verify.bind(engine),
    async close() {
      await engine.close();
      finder.close();
    },
  };
  try {
    return await createService({ ...options, reputation, engine: verifier, drainMilliseconds: DRAIN_MILLISECONDS });
  } catch (error) {
    await verifier.close();
    throw error;
  }
};
