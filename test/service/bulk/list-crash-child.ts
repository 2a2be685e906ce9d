import { readHostedList, type HostedList } from '../../../src/service/bulk/index.js';
import { createService } from '../../../src/service/index.js';
import type { VerificationResult } from '../../../src/service/verdict/index.js';
import { listenSomewhere, secret, stubEngine } from '../app/fixture.js';
import { linesOf, LINES_A_READ, nameAt } from './list-crash-world.js';
import type { Answer, Said } from './list-children.js';

// A service that works on lists in a process of its own, which a test kills. Whoever started it is the mail world that it asks.
const engine = stubEngine();
const waiting = new Map<number, (isKnown: boolean) => void>();
let questions = 0;

const say = (said: Said): void => void process.send?.(said);
const ask = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    waiting.set(++questions, resolve);
    say({ question: questions, address });
  });
process.on('message', ({ question, isKnown }: Answer) => {
  waiting.get(question)?.(isKnown);
  waiting.delete(question);
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit());

const putOff = (email: string): VerificationResult => ({
  validation: {
    email,
    result: 'Unknown',
    code: 7,
    reasons: ['Unknown'],
    role: false,
    freeEmail: false,
    sendTransactional: true,
    didYouMean: '',
  },
  evidence: {
    probe: {
      host: 'mx',
      ip: '192.0.2.1',
      startTls: true,
      outcome: 'refused',
      meaning: 'rate-or-temporary',
      proof: 'text',
      reply: { code: 451, status: '4.7.1', text: 'Greylisted' },
    },
    timings: { total: 1 },
  },
});

/** A list whose lines come in small parts, so that it can be killed between them. */
const slowly = ({ lines, ...list }: HostedList): HostedList => ({
  ...list,
  async *lines() {
    let read = 0;
    for await (const line of lines()) {
      if (read++ % LINES_A_READ === 0) await ask('');
      yield line;
    }
  },
});

const service = await createService({
  database: process.argv[2] ?? '',
  secret,
  engine,
  reputation: { isDisposable: () => false },
  listWork: {
    fetch: async (url) => slowly(await readHostedList(Buffer.from(linesOf(nameAt(url)).join('\n')))),
    verify: async (address) => ((await ask(address)) ? engine.verify(address) : putOff(address)),
    ...{
      leaseMs: 600,
      turnMs: 100,
      retryDelayMs: 300,
      concurrency: 20,
      window: 100,
      lists: Number(process.argv[3]),
      pollMs: 10,
    },
  },
});
const { url } = await listenSomewhere(service);
say({ url });
