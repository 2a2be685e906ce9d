import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '../../src/client/index.js';
import { startSite } from '../service/net/site.js';
import { selfSigned } from '../service/probe/self-signed.js';
import { addressesOf, type AddressList } from './addresses.js';
import { serveChild, type Serving } from './child.js';
import type { ServicePlace, ServiceTask } from './serve-service.js';
import { LISTS, startLeanDns } from './world/dns.js';
import { startLeanMailHosts } from './world/smtp.js';

export interface BulkWorld {
  readonly service: Serving<ServicePlace>;
  readonly client: Client;
  /** Where a list is hosted. */
  urlOf(list: AddressList): string;
  /** Connections that one mail host had at once, at most. */
  readonly mostAtOnce: () => number;
}

export interface BulkTask extends Pick<ServiceTask, 'keys' | 'database' | 'flags'> {
  readonly dnsDelayMs: number;
  readonly hosts: number;
  /** Mail hosts answer after so long; they are not asked where it is absent. */
  readonly smtpDelayMs?: number;
}

/** Does some work with a service in a process of its own, with name servers, mail hosts and hosted lists in this one. */
export const withBulkService = async <Result>(
  { dnsDelayMs, hosts, smtpDelayMs, flags, ...task }: BulkTask,
  work: (world: BulkWorld) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'email-check-bench-'));
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, selfSigned.cert);
  const dns = await startLeanDns(dnsDelayMs, hosts);
  const mail = smtpDelayMs === undefined ? undefined : await startLeanMailHosts(hosts, smtpDelayMs);
  const answer: RequestListener = ({ url = '' }, response) => {
    const [, count, domains] = /^\/(\d+)-(\d+)\.csv$/.exec(url) ?? [];
    response
      .writeHead(200, { 'Content-Type': 'text/csv' })
      .end(`email\n${addressesOf({ count: Number(count), domains: Number(domains) }).join('\n')}\n`);
  };
  const site = await startSite(answer, { isSecure: true });
  const probing = mail ? { probing: 'on', 'smtp-port': String(mail.port), 'mail-from': 'probe@own.com' } : {};
  const serving: ServiceTask = { dns: dns.dns, ...task, flags: { ...probing, ...flags } };
  const service = await serveChild<ServicePlace>('serve-service.ts', serving, {
    environment: { NODE_EXTRA_CA_CERTS: authorities },
    flags: ['--expose-gc'],
  });
  try {
    const client = createClient({ baseUrl: `http://127.0.0.1:${service.place.port}`, apiKey: service.place.keys[0] });
    return await work({
      service,
      client,
      urlOf: ({ count, domains }) => `https://${LISTS}:${site.port}/${count}-${domains}.csv`,
      mostAtOnce: () => mail?.mostAtOnce() ?? 0,
    });
  } finally {
    await service.close();
    await site.close();
    dns.close();
    mail?.close();
    rmSync(folder, { recursive: true });
  }
};
