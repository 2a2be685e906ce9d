import { parsedUrl } from '../../network/index.js';
import { LOGO_PIXELS } from '../../wire/index.js';

/** An icon that a site declares. */
export interface IconLink {
  /** Absolute, http or https. */
  readonly url: string;
  /** The longer side, as declared or as usual for its kind. */
  readonly pixels: number;
}

/** At most this many of a site's icons are tried. */
const MOST_ICONS = 6;
/** Larger declarations do not declare icons. */
const LARGEST = 2_048;

/** Maximum length of a `sizes` attribute. */
const SIZES_LENGTH = 200;

/** The larger of declared sizes, as in `16x16 32x32`; `usual` if there is none, or for `any`. */
export const largestSize = (sizes: unknown, usual: number): number => {
  const found =
    typeof sizes === 'string'
      ? [...sizes.slice(0, SIZES_LENGTH).matchAll(/(\d{1,5})x(\d{1,5})/gi)].map(([, width, height]) =>
          Math.max(Number(width), Number(height)),
        )
      : [];
  return Math.max(...found.filter((size) => size > 0 && size <= LARGEST), 0) || usual;
};

/** Longer addresses are not read: a page may have many, and each is put together with its base. */
const LONGEST_LINK = 8_192;

/** An absolute address, or `undefined` if nothing can be fetched from it. */
export const resolveLink = (href: unknown, base: string): string | undefined => {
  if (typeof href !== 'string' || href.length > LONGEST_LINK || !href.trim()) return undefined;
  const url = parsedUrl(href, base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
};

/** Drawings are not taken: they can ask for any amount of work, and for other files. */
export const isSvg = (type: unknown, href: unknown): boolean =>
  (typeof type === 'string' && /svg/i.test(type)) || (typeof href === 'string' && /\.svgz?([?#]|$)/i.test(href));

/** Returns how far an icon's size is from the wanted one; icons that have to be enlarged come after all others. */
const distance = ({ pixels }: IconLink): number =>
  pixels >= LOGO_PIXELS ? pixels - LOGO_PIXELS : LARGEST + LOGO_PIXELS - pixels;

/** The icons to try, the one that fits best first. */
export const bestFirst = (icons: readonly IconLink[]): readonly IconLink[] => {
  const seen = new Set<string>();
  const sorted = [...icons].sort((one, other) => distance(one) - distance(other));
  return sorted.filter(({ url }) => !seen.has(url) && seen.add(url)).slice(0, MOST_ICONS);
};
