import { parseAddress } from '../address/index.js';
import type { OwnershipSources } from '../ownership/sources.js';
import { UsageError, type Command, type ParsedOptions } from './command.js';
import { configFrom, dnsOptions } from './configured.js';
import { lineOf, type Finding } from './ownership/finding.js';

/** The domain on the command line, in lower case and A-labels. @throws UsageError */
const domainOf = ({ operands: [domain, ...others] }: ParsedOptions): string => {
  if (domain === undefined) throw new UsageError('The domain is missing: write one, such as example.com.');
  if (others.length > 0) throw new UsageError('Too many arguments: write one domain.');
  const parsed = parseAddress(`a@${domain}`);
  if (!parsed.ok || parsed.domain.startsWith('['))
    throw new UsageError('This is not a domain: write the part of an address after its @, such as example.com.');
  return parsed.asciiDomain;
};

/** The machine's own name servers, or these. */
const openSources = async (servers: readonly string[]): Promise<OwnershipSources & { close(): void }> => {
  const { createPublicFetch } = await import('../proxy/adapters/public-fetch.js');
  const { txtByDns } = await import('../proxy/adapters/txt-by-dns.js');
  if (servers.length === 0) return { fetch: createPublicFetch(), resolveTxt: txtByDns(), close: () => undefined };
  const { createNameResolver } = await import('../service/probe/index.js');
  const resolver = createNameResolver({ servers, timeoutMs: 4_000 });
  const fetch = createPublicFetch({
    lookup: (host, _options, callback) =>
      void resolver.addresses(host).then((addresses) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      ),
  });
  return { fetch, resolveTxt: txtByDns(servers), close: () => resolver.close() };
};

/** Tells whether the provider of a mail domain issues tokens for proof of ownership, and what is wrong in its set-up. */
export const ownershipCheck: Command = {
  name: 'ownership check',
  operands: 'DOMAIN',
  summary: "tell whether a mail domain's provider lets browsers prove ownership, and what is wrong in its set-up",
  options: {
    json: { help: 'write one JSON object, for a program' },
    ...dnsOptions,
  },
  notes: [
    'For the Email Verification Protocol (experimental): see docs/ownership.md in the repository. Each line begins with ok or wrong; a wrong one says what to do.\nOnly public addresses are contacted, and no redirect is followed.',
    'Exit code: 0 if everything is right; 1 if something is wrong, or the provider issues no tokens; 2 if the command line is invalid; 130 if\nstopped.',
  ],
  async run(parsed, context) {
    const domain = domainOf(parsed);
    const { dnsServers } = configFrom({ flags: parsed.texts }, context);
    const { inspectIssuer } = await import('./ownership/inspect.js');
    const sources = await openSources(dnsServers);
    const stop = new AbortController();
    void context.stopped().then(() => stop.abort());
    const isJson = parsed.has('json');
    const findings: Finding[] = [];
    try {
      for await (const finding of inspectIssuer(domain, { sources, signal: stop.signal })) {
        if (stop.signal.aborted) return 130;
        findings.push(finding);
        if (!isJson) await context.say(lineOf(finding));
      }
    } finally {
      sources.close();
    }
    const ok = findings.every((finding) => finding.ok);
    if (isJson) await context.say(JSON.stringify({ domain, ok, findings }));
    return ok ? 0 : 1;
  },
};
