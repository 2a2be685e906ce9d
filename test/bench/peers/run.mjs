/**
 * One library in a process of its own. The task comes over standard input, `{ library, addresses, concurrency }`; what it said of
 * each address and how long all took goes to standard output. A library that throws where nobody can catch it crashed: with
 * one address at a time the fault is that address's.
 */
import { text } from 'node:stream/consumers';
import { libraries } from './libraries.mjs';

const { library, addresses, concurrency } = JSON.parse(await text(process.stdin));
const verify = libraries[library]();

let crash = () => undefined;
process.on('uncaughtException', (error) => crash(error));

const sayOf = (address) =>
  new Promise((resolve) => {
    crash = () => resolve('crashed');
    verify(address).then(resolve, () => resolve('threw'));
  });

const said = [];
let next = 0;
const work = async () => {
  while (next < addresses.length) {
    const at = next++;
    said[at] = await sayOf(addresses[at]);
  }
};
const since = performance.now();
const cpuSince = process.cpuUsage();
await Promise.all(Array.from({ length: concurrency }, work));
const milliseconds = performance.now() - since;
const { user, system } = process.cpuUsage(cpuSince);
process.stdout.write(JSON.stringify({ said, milliseconds, cpuMilliseconds: (user + system) / 1000 }));
process.exit(0);
