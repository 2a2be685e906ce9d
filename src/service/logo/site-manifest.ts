import { isSvg, largestSize, resolveLink, type IconLink } from './icon-links.js';

const USUAL_PIXELS = 192;
/** At most this many of a manifest's icons are read. */
const ICONS = 50;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The icons of a manifest (W3C Web Application Manifest, `icons`), or none if it is not one. `url` is where it was found. */
export function readManifest(text: string, url: string): readonly IconLink[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return [];
  }
  const icons: readonly unknown[] = isObject(manifest) && Array.isArray(manifest.icons) ? manifest.icons : [];
  return icons.slice(0, ICONS).flatMap((icon) => {
    if (!isObject(icon) || isSvg(icon.type, icon.src)) return [];
    // A stencil to be coloured, which shows nothing by itself.
    if (icon.purpose === 'monochrome') return [];
    const linkUrl = resolveLink(icon.src, url);
    return linkUrl ? [{ url: linkUrl, pixels: largestSize(icon.sizes, USUAL_PIXELS) }] : [];
  });
}
