import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'tldts';
import { brandDomains, nobodysBrand } from './curated.js';

/** An icon of the icons' package. */
interface IconData {
  readonly title: string;
  readonly slug: string;
  /** The brand's colour, `RRGGBB`. */
  readonly hex: string;
  /** Source of the icon. */
  readonly source: string;
  readonly guidelines?: string;
  readonly aliases?: { readonly aka?: readonly string[] };
  /** The icon's own licence, if it has one. */
  readonly license?: object;
}

const require = createRequire(import.meta.url);
/** The package exports its data under another name, and its manifest not at all. */
const folder = () => dirname(dirname(require.resolve('simple-icons/icons.json')));
const read = (path: string) => readFileSync(join(folder(), path), 'utf8');

/** "Coca-Cola" and "coca-cola" are one name. */
const squeeze = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

/** The domains of the icon's own sources that have the brand's name, with or without their ending. */
const derivedDomains = ({ title, slug, source, guidelines, aliases }: IconData): string[] => {
  const names = new Set([slug, ...[title, ...(aliases?.aka ?? [])].map(squeeze)]);
  const places = [source, ...(guidelines ? [guidelines] : [])].map((url) => parse(url));
  return places.flatMap(({ domain, domainWithoutSuffix }) =>
    domain && [domainWithoutSuffix ?? '', domain].some((name) => names.has(squeeze(name))) && !nobodysBrand.has(domain)
      ? [domain]
      : [],
  );
};

const pathOf = (slug: string): string => {
  const [, path] =
    /^<svg [^>]*viewBox="0 0 24 24"[^>]*>(?:<title>[^<]*<\/title>)?<path d="([^"]+)"\/><\/svg>\s*$/.exec(
      read(`icons/${slug}.svg`),
    ) ?? [];
  if (!path) throw new Error(`The icon ${slug} is not one path on a grid of 24: leave it out, or read it otherwise.`);
  return path;
};

/** Returns the icon of each domain: the curated one, else the icon with the most similar name. */
const slugsByDomain = (icons: readonly IconData[]): ReadonlyMap<string, string> => {
  const slugs = new Map<string, string>();
  for (const icon of icons) {
    for (const domain of derivedDomains(icon))
      if (!slugs.has(domain) || domain.startsWith(`${icon.slug}.`)) slugs.set(domain, icon.slug);
  }
  const known = new Set(icons.map(({ slug }) => slug));
  for (const [slug, domains] of Object.entries(brandDomains))
    for (const domain of domains) if (known.has(slug)) slugs.set(domain, slug);
  return slugs;
};

const freeIcons = (): readonly IconData[] =>
  (JSON.parse(read('data/simple-icons.json')) as readonly IconData[]).filter(({ license }) => !license);

/** The domains of all brands. Throws Node's own error if the package is not installed. */
export const domainsOfBrands = (): string[] => [...slugsByDomain(freeIcons()).keys()];

/**
 * The text of the brand table from the installed icons: a line for each that has a domain, with its domains, its colour, its SVG
 * path on a grid of 24 and its name, and tabs between them. Icons whose data names a licence of their own are left out.
 * Throws Node's own error if the package is not installed.
 */
export function makeBrandLines(): string {
  const icons = freeIcons();
  const domains = new Map<string, string[]>();
  for (const [domain, slug] of slugsByDomain(icons)) domains.set(slug, [...(domains.get(slug) ?? []), domain]);
  const lines = icons.flatMap(({ slug, hex, title }) => {
    const own = domains.get(slug);
    return own ? [`${own.sort().join(' ')}\t${hex}\t${pathOf(slug)}\t${title}\n`] : [];
  });
  return lines.join('');
}

/** The notice that travels with the table. */
export function makeBrandNotice(): string {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  return `brands.txt  brand icons and colours from Simple Icons ${version} (https://simpleicons.org). The collection is released under CC0
1.0 Universal (https://creativecommons.org/publicdomain/zero/1.0/), which does not mean that each icon is. Icons whose data names a
licence of their own are left out here; one without may have a licence all the same. The table of domains is derived from the icons'
sources, with additions of our own.

Names and icons of brands are trademarks of their owners. CC0 gives no right to a trademark (section 4a). They are shown to tell
whose domain an address belongs to, which implies no connection with the owner, nor the owner's approval. The service shows none of
them with the option brandLogos off.

The disclaimer of Simple Icons ${version}, as it stands there:

${read('DISCLAIMER.md').trim()}
`;
}
