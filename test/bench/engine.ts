/**
 * `npm run bench:engine`: how fast the verdict engine and the service are, beside other libraries, and what they cost. Fails
 * where a figure is beyond its bar. Every contender runs in a fresh process; name servers and mail hosts run in another one.
 *
 * `--only throughput,bulk,http,dns,reputation,fuzz,hostile` measures some; `--runs 5` is how often each is repeated for the median.
 * PEERS names the folder of the other libraries; without it their columns say so. They are no dependencies:
 * `npm install --prefix /tmp/peers deep-email-validator node-email-verifier`, then `PEERS=/tmp/peers npm run bench:engine`.
 * Mail hosts are at addresses of 127.0.0.0/8, of which Linux has all and other systems one.
 */
import { measureBulk } from './engine-bulk.js';
import { measureDnsPool } from './engine-dns-pool.js';
import { measureFuzz } from './engine-fuzz.js';
import { measureHostile } from './engine-hostile.js';
import { measureHttp } from './engine-http.js';
import { measureReputation } from './engine-reputation.js';
import { measureThroughput } from './engine-throughput.js';
import { readWanted, runParts, type Parts } from './run-parts.js';

const parts: Parts = {
  throughput: measureThroughput,
  bulk: measureBulk,
  http: measureHttp,
  dns: measureDnsPool,
  reputation: measureReputation,
  fuzz: measureFuzz,
  hostile: measureHostile,
};

await runParts(parts, readWanted(Object.keys(parts), 5));
