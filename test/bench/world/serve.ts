/** Lean name server and mail hosts in a process of their own: the task is the first line of standard input, and its end is theirs. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startLeanDns } from './dns.js';
import { startLeanMailHosts } from './smtp.js';

export interface LeanWorldTask {
  readonly dnsDelayMs: number;
  readonly smtpDelayMs: number;
  /** Mail hosts in DNS. */
  readonly hosts: number;
  /** Whether they listen. */
  readonly isMailing: boolean;
}

export interface LeanWorldPlace {
  readonly dns: string;
  /** 0 where no mail host listens. */
  readonly smtpPort: number;
}

const lines = createInterface({ input: process.stdin });
const [line] = (await once(lines, 'line')) as [string];
const { dnsDelayMs, smtpDelayMs, hosts, isMailing } = JSON.parse(line) as LeanWorldTask;
const dns = await startLeanDns(dnsDelayMs, hosts);
const mail = isMailing ? await startLeanMailHosts(hosts, smtpDelayMs) : undefined;
process.stdout.write(`${JSON.stringify({ dns: dns.dns, smtpPort: mail?.port ?? 0 } satisfies LeanWorldPlace)}\n`);
await once(lines, 'close');
if (process.env.BENCH_COUNTS)
  process.stderr.write(`lean world: ${dns.asked()} questions, ${mail?.connections() ?? 0} connections\n`);
process.exit(0);
