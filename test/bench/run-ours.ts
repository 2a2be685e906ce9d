/**
 * Our engine in a process of its own, as a configuration makes it. The task comes over standard input; verdicts, the time for
 * all and the most memory go to standard output.
 */
import { text } from 'node:stream/consumers';
import { openEngine } from '../../src/service/compose/verdicts.js';
import { readConfig } from '../../src/service/index.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { listOf, type AddressList } from './addresses.js';

export interface OursTask {
  /** Options of the service, by flag. */
  readonly flags: Readonly<Record<string, string>>;
  readonly list: AddressList;
  readonly concurrency: number;
  /** Collect garbage and tell the memory in use after so many addresses, and every time again. */
  readonly sampleEvery?: number;
  /** Tell each verdict. */
  readonly tells: boolean;
}

export interface OursResult {
  /** `Safe to Send`, or `mail hosts` where nobody was asked and DNS has some. */
  readonly said: readonly string[];
  readonly milliseconds: number;
  /** Of the processor, in all threads: what is left of the time where the machine has other work. */
  readonly cpuMilliseconds: number;
  /** The most memory of the process, in bytes. */
  readonly rss: number;
  /** Memory that could not be collected as the list went on, in bytes; needs Node's `--expose-gc`. */
  readonly samples: readonly number[];
}

const { flags, list, concurrency, sampleEvery = Infinity, tells } = JSON.parse(await text(process.stdin)) as OursTask;
const { engine } = openEngine(readConfig({ flags }), loadReputation());
const inUse = (): number => {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const said: string[] = [];
const samples: number[] = [];
const { count, at: addressAt } = listOf(list);
let next = 0;
let done = 0;
const work = async (): Promise<void> => {
  while (next < count) {
    const at = next++;
    const { validation, evidence } = await engine.verify(addressAt(at));
    if (tells) said[at] = evidence.probe === 'off' && evidence.dns?.kind === 'hosts' ? 'mail hosts' : validation.result;
    done += 1;
    if (done % sampleEvery === 0) samples.push(inUse());
  }
};
const since = performance.now();
const cpuSince = process.cpuUsage();
await Promise.all(Array.from({ length: concurrency }, work));
const milliseconds = performance.now() - since;
const { user, system } = process.cpuUsage(cpuSince);
await engine.close();
process.stdout.write(
  JSON.stringify({
    said,
    milliseconds,
    cpuMilliseconds: (user + system) / 1000,
    rss: process.resourceUsage().maxRSS * 1024,
    samples,
  } satisfies OursResult),
);
