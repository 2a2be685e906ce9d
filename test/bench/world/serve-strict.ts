/** A strict provider and its name server in a process of their own: the task is the first line of standard input; each further line asks how the client fared. */
import { createInterface } from 'node:readline';
import { startLeanDns } from './dns.js';
import { startStrictProvider } from './strict-provider.js';
import type { LeanWorldPlace } from './serve.js';

export interface StrictWorldTask {
  readonly hosts: number;
  /** Its seconds in a second. */
  readonly scale: number;
}

const lines = createInterface({ input: process.stdin });
let record = (): unknown => undefined;
for await (const line of lines) {
  if (line === 'record') {
    process.stdout.write(`${JSON.stringify(record())}\n`);
    continue;
  }
  const { hosts, scale } = JSON.parse(line) as StrictWorldTask;
  const dns = await startLeanDns(0, hosts);
  const provider = await startStrictProvider(hosts, scale);
  record = provider.record;
  process.stdout.write(`${JSON.stringify({ dns: dns.dns, smtpPort: provider.port } satisfies LeanWorldPlace)}\n`);
}
process.exit(0);
