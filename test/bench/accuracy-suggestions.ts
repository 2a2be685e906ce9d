import { readFileSync } from 'node:fs';
import { suggestAddress } from '../../src/address/index.js';
import { loadReputation } from '../../src/service/reputation/index.js';
import { createVerdictEngine, type DnsEvidence, type ProbeEvidence } from '../../src/service/verdict/index.js';
import { countSlips, thirtyProviders } from '../address/count-slips.js';
import type { Figure } from './figures.js';

const free = readFileSync(new URL('../../src/service/reputation/data/free.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const freeAddresses = free.map((domain) => `jane@${domain}`);

const hosts: DnsEvidence = {
  kind: 'hosts',
  implicit: false,
  hosts: [{ name: 'mx.acme.com', preference: 10, addresses: ['192.0.2.1'] }],
};
const accepted: ProbeEvidence = {
  ...{ host: 'mx.acme.com', ip: '192.0.2.1', startTls: true, outcome: 'accepted', random: 'accepted' },
  reply: { code: 250, status: '2.1.5', text: 'OK' },
};

/** What the service may find of the domains of slips. */
const worlds: readonly (readonly [domains: string, dns: DnsEvidence])[] = [
  ['do not exist', { kind: 'no-such-domain' }],
  ['are squatted', hosts],
  ['have no MX', { ...hosts, implicit: true }],
];

/** `did_you_mean` of the service for addresses at domains of which DNS and mail hosts tell the same. */
const serviceIn = async (dns: DnsEvidence, addresses: readonly string[]): Promise<(address: string) => string> => {
  const engine = createVerdictEngine({
    reputation: loadReputation(),
    findMailHosts: () => Promise.resolve(dns),
    probeMailbox: () => Promise.resolve(accepted),
    deadlineMs: 20_000,
  });
  const meant = new Map<string, string>();
  for (const address of addresses) meant.set(address, (await engine.verify(address)).validation.didYouMean);
  await engine.close();
  return (address) => meant.get(address) ?? '';
};

const figuresOf = (
  who: string,
  suggest: (address: string) => string,
  atLeast: number,
): readonly [Figure, ...Figure[]] => {
  const { right, wrong, tried, said } = countSlips(suggest, thirtyProviders, free);
  const unasked = freeAddresses.filter((address) => suggest(address) !== '').length;
  return [
    {
      what: `slips at thirty providers, suggested right by ${who}`,
      figure: (100 * right) / tried,
      unit: '%',
      digits: 1,
      atLeast,
      said,
    },
    { what: `wrong suggestions by ${who} for these`, figure: wrong.length, unit: '', atMost: 0 },
    { what: `suggestions by ${who} for ${free.length} free-mail domains`, figure: unasked, unit: '', atMost: 0 },
  ];
};

/**
 * Slips of the fingers at big providers, and every free provider's own domain: the page's suggestions, and the service's whatever it finds
 * of the domains, which are at least as good.
 */
export const measureSuggestions = async (): Promise<Figure[]> => {
  const page = figuresOf('the page', (address) => suggestAddress(address), 97);
  const slips: string[] = [];
  countSlips((address) => (slips.push(address), ''), thirtyProviders, free);
  const service: Figure[] = [];
  for (const [domains, dns] of worlds)
    service.push(
      ...figuresOf(
        `the service if domains ${domains}`,
        await serviceIn(dns, [...slips, ...freeAddresses]),
        Math.floor((page[0].figure ?? 100) * 10) / 10,
      ),
    );
  return [...page, ...service];
};
