/** 1,000 questions out at once, over the service's own resolvers and over one alone; in a process of its own. */
import { Resolver } from 'node:dns/promises';
import { text } from 'node:stream/consumers';
import { createMailHostFinder } from '../../src/service/probe/index.js';

export interface PoolTask {
  readonly dns: string;
  readonly questions: number;
}

/** The time of each question until its answer, in milliseconds. */
export interface PoolResult {
  readonly ours: readonly number[];
  readonly one: readonly number[];
}

const { dns, questions } = JSON.parse(await text(process.stdin)) as PoolTask;

const timed = (ask: (name: string) => Promise<unknown>, prefix: string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: questions }, async (_, number) => {
      const since = performance.now();
      await ask(`d${number}.${prefix}.void-mail.com`);
      return performance.now() - since;
    }),
  );

const finder = createMailHostFinder({ servers: [dns], timeoutMs: 5000, mayContact: () => true });
// A domain that does not exist is one question.
const find = (name: string) => finder.find(name);
await timed(find, 'warm');
const ours = await timed(find, 'cold');
finder.close();
const resolver = new Resolver();
resolver.setServers([dns]);
const one = await timed((name) => resolver.resolveMx(name).catch(() => undefined), 'one');
process.stdout.write(JSON.stringify({ ours, one } satisfies PoolResult));
