import { alsoFree, disposableHosts, neverDisposable } from './curated.js';
import type { ReputationLists } from './lists.js';
import type { Source } from './sources.js';

const lines = (entries: readonly string[]) => `${entries.join('\n')}\n`;

/** The reverse of `unpackDomains`: groups by ending, the largest first. */
function pack(domains: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const domain of domains) {
    const dot = domain.indexOf('.');
    const ending = domain.slice(dot + 1);
    groups.set(ending, [...(groups.get(ending) ?? [ending]), domain.slice(0, dot)]);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .map((group) => group.join(' '))
    .join('/');
}

function knownDomains(lists: ReputationLists): string {
  return `// Made by \`npm run data\`: change src/service/reputation/generate/curated.ts, not this file.
import { unpackDomains } from '../address/index.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  '${pack(lists.pageProviders)}',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  '${pack(lists.pageLookalikes)}',
);

/** Whole domains that begin a longer one, such as \`yahoo.com.br\`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('${pack(lists.growing)}');

/** Forwarding services that hide an address which people keep: never disposable, nor are their subdomains. */
export const relays: readonly string[] = /* @__PURE__ */ unpackDomains(
  '${pack(lists.pageRelays)}',
);
`;
}

function notice(packages: readonly Source[]): string {
  const reasons = (table: Readonly<Record<string, string>>) =>
    Object.entries(table)
      .map(([name, reason]) => `  ${name}: ${reason}`)
      .join('\n');
  return `Lists of domains and names, made by \`npm run data\` from these packages and our own additions:

${packages.map(({ name, version, license }) => `  ${name} ${version} (${license})`).join('\n')}

disposable.txt  disposable-domains and disposable-email-domains-js; without public suffixes, relay services, mail providers and
${reasons(neverDisposable)}
disposable-hosts.txt  our own: mail hosts that serve only disposable domains
${reasons(disposableHosts)}
free.txt        freemail and email-providers, and ${alsoFree.length} domains of our own; without what is disposable
role.txt        role-based-email-addresses
relay.txt, providers.txt, lookalikes.txt  our own; look-alikes are the free domains that resemble a provider
${packages
  .filter(({ license }) => !license.startsWith('CC0'))
  .map(({ name, licenseText }) => `\n${'-'.repeat(72)}\n${name}\n\n${licenseText}\n`)
  .join('')}`;
}

/** Every generated file: its path from the repository's root, and its whole text. */
export function makeFiles(lists: ReputationLists, packages: readonly Source[]): ReadonlyMap<string, string> {
  const data = 'src/service/reputation/data';
  return new Map([
    [`${data}/disposable.txt`, lines(lists.disposable)],
    [`${data}/disposable-hosts.txt`, lines(lists.disposableHosts)],
    [`${data}/free.txt`, lines(lists.free)],
    [`${data}/role.txt`, lines(lists.role)],
    [`${data}/relay.txt`, lines(lists.relay)],
    [`${data}/providers.txt`, lines(lists.providers)],
    [`${data}/lookalikes.txt`, lines(lists.lookalikes)],
    [`${data}/NOTICE.txt`, notice(packages)],
    ['src/element/known-domains.ts', knownDomains(lists)],
  ]);
}
