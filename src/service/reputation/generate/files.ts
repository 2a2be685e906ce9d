import { disposableHosts, hostCounts } from './disposable-hosts.js';
import { neverDisposable } from './disposable.js';
import { alsoFree } from './free.js';
import type { ReputationLists } from './lists.js';
import { alsoRole } from './roles.js';
import type { Source } from './sources.js';

const lines = (entries: readonly string[]) => `${entries.join('\n')}\n`;

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const nameOf = (domain: string) => domain.slice(0, domain.indexOf('.'));
const endingOf = (domain: string) => domain.slice(domain.indexOf('.') + 1);

/** The reverse of `unpackDomains`: the endings that have the same names are a group, the largest first. */
function pack(domains: readonly string[]): string {
  const byEnding = [...groupBy(domains, endingOf)].map(([ending, group]) => ({
    ending,
    names: group.map(nameOf).join(' '),
  }));
  return [...groupBy(byEnding, ({ names }) => names)]
    .map(([names, group]) => `${group.map(({ ending }) => ending).join(',')} ${names}`)
    .sort((a, b) => b.length - a.length)
    .join('/');
}

function knownDomains(lists: ReputationLists): string {
  return `// Made by \`npm run data\`: change src/service/reputation/generate/, not this file.
import { unpackDomains } from './tables.js';

/** The big mail providers, as lower-case A-labels. */
export const providers: readonly string[] = /* @__PURE__ */ unpackDomains(
  '${pack(lists.providers)}',
);

/** Real domains that a slip of the finger could have made of a provider: never corrected. */
export const lookalikes: readonly string[] = /* @__PURE__ */ unpackDomains(
  '${pack(lists.pageLookalikes)}',
);

/** Providers whose name is nobody else's. */
export const brands: readonly string[] = /* @__PURE__ */ unpackDomains('${pack(lists.brands)}');

/** What is typed for a provider's domain, and is too far from it. */
export const slips: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
${[...lists.slips]
  .map(
    ([typed, meant]) => `  ['${typed}', '${meant}'],
`,
  )
  .join('')}]);

/** Whole domains that begin a longer one, such as \`yahoo.com.br\`. */
export const growingPrefixes: readonly string[] = /* @__PURE__ */ unpackDomains('${pack(lists.growing)}');

/** Forwarding services that hide an address which people keep: never disposable, nor are their subdomains. */
export const relays: readonly string[] = /* @__PURE__ */ unpackDomains(
  '${pack(lists.pageRelays)}',
);
`;
}

function notice(packages: readonly Source[]): string {
  const reasons = (table: Iterable<readonly [name: string, reason: string]>) =>
    [...table].map(([name, reason]) => `  ${name}: ${reason}`).join('\n');
  return `Lists of domains and names, made by \`npm run data\` from these packages and our own additions:

${packages.map(({ name, version, license }) => `  ${name} ${version} (${license})`).join('\n')}

disposable.txt  disposable-domains and disposable-email-domains-js; without public suffixes, relay services, mail providers, their slips and
${reasons(neverDisposable)}
disposable-hosts.txt  our own: mail hosts that serve only disposable domains. Counts of the domains behind them are those of
${[...new Set(hostCounts.map(({ source }) => source))].map((source) => `  ${source}`).join('\n')}
${reasons(disposableHosts)}
free.txt        freemail and email-providers, and ${alsoFree.length} domains of our own; without what is disposable and slips of providers
role.txt        role-based-email-addresses, and ${alsoRole.length} words of our own; without numbers, places and names of people
relay.txt, providers.txt, lookalikes.txt, slips.txt  our own; look-alikes are the free domains that resemble a provider
known.txt       domains that are never disposable: providers, domains of Simple Icons' brands (CC0-1.0), and of free.txt
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
    [`${data}/slips.txt`, lines(lists.allSlips)],
    [`${data}/NOTICE.txt`, notice(packages)],
    ['src/address/known-domains.ts', knownDomains(lists)],
  ]);
}
