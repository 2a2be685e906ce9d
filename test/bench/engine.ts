/**
 * `npm run bench:engine`: how fast the verdict engine and the service are, beside other libraries, and what they cost. Fails
 * where a figure is beyond its bar. Every contender runs in a fresh process; name servers and mail hosts run in another one.
 *
 * `--only throughput,bulk,http,dns,reputation,fuzz` measures some; `--runs 5` is how often each is repeated for the median.
 * PEERS names the folder of the other libraries; without it their columns say so. They are no dependencies:
 * `npm install --prefix /tmp/peers deep-email-validator node-email-verifier`, then `PEERS=/tmp/peers npm run bench:engine`.
 * Mail hosts are at addresses of 127.0.0.0/8, of which Linux has all and other systems one.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureBulk } from './engine-bulk.js';
import { measureDnsPool } from './engine-dns-pool.js';
import { measureFuzz } from './engine-fuzz.js';
import { measureHttp } from './engine-http.js';
import { measureReputation } from './engine-reputation.js';
import { measureThroughput } from './engine-throughput.js';
import { print, type Figure } from './figures.js';

const parts: Readonly<Record<string, (runs: number) => Promise<Figure[]>>> = {
  throughput: measureThroughput,
  bulk: measureBulk,
  http: measureHttp,
  dns: measureDnsPool,
  reputation: measureReputation,
  fuzz: measureFuzz,
};

const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string', default: '5' } } });
const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((part) => !Object.hasOwn(parts, part));
const runs = Number(values.runs);
if (unknown.length || !Number.isInteger(runs) || runs < 1) {
  console.error(`Write --only with some of ${Object.keys(parts).join(',')}, and --runs with a whole number from 1.`);
  process.exit(2);
}
for (const part of wanted) {
  console.log(`\n${part} (load of the machine before: ${loadavg()[0]?.toFixed(1)})`);
  print((await parts[part]?.(runs)) ?? []);
}
