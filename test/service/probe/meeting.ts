import type { Socket } from 'node:net';
import { createMailboxProbe, type MailboxProbeOptions } from '../../../src/service/probe/index.js';
import type { MailHost, ProbeEvidence } from '../../../src/service/verdict/index.js';
import { scripted, type Script } from './scripted-host.js';

export const options: Omit<MailboxProbeOptions, 'port'> = {
  ...{ helo: 'check.own.com', mailFrom: 'probe@own.com', randomLocalPart: () => 'r4nd0m', allowLoopback: true },
  ...{ connectTimeoutMs: 500, replyTimeoutMs: 1000 },
};
const hostsOf = (asciiDomain: string): MailHost[] => [
  { name: `mx.${asciiDomain}`, preference: 0, addresses: ['127.0.0.1'] },
];

export const brief = (evidence: ProbeEvidence): string => {
  if (evidence.outcome === 'accepted') return `accepted, random ${evidence.random}`;
  return evidence.outcome === 'refused' ? `refused: ${evidence.meaning}` : evidence.outcome;
};

/** Not by `once`, which rejects where the connection breaks. */
export const closed = (socket?: Socket) =>
  new Promise<void>((resolve) => (!socket || socket.closed ? resolve() : socket.once('close', () => resolve())));

/** A host, and a probe of it. */
export async function meet(script?: Script, own: Partial<MailboxProbeOptions> = {}) {
  const host = await scripted(script);
  const probe = createMailboxProbe({ ...options, port: host.port, ...own });
  const ask = (address: string, timeoutMs = 5000, signal?: AbortSignal, isPatient = false) => {
    const [localPart = '', asciiDomain = ''] = address.split('@');
    return probe(hostsOf(asciiDomain), { localPart, asciiDomain }, { timeoutMs, signal, isPatient });
  };
  const end = async () => {
    probe.close();
    for (const { socket } of host.connections) await closed(socket);
    await host.close();
  };
  return { host, probe, ask, end };
}

export const many = (count: number, domains = 1): string[] =>
  Array.from({ length: count }, (_, at) => `${at % 3 === 2 ? 'gone' : 'user'}${at}@acme${at % domains}.com`);
export const expected = (address: string): string =>
  address.startsWith('user') ? 'accepted, random refused' : 'refused: mailbox-missing';
export const replyOf = (evidence: ProbeEvidence): string => ('reply' in evidence ? evidence.reply.text : '');
