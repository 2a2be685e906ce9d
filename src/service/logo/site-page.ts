import { Parser } from 'htmlparser2';
import { yieldToEventLoop } from '../../timing/index.js';
import { isSvg, largestSize, resolveLink, type IconLink } from './icon-links.js';

/** Icons and manifest that a site's page declares. */
export interface SitePage {
  readonly icons: readonly IconLink[];
  /** URL of the manifest (W3C Web Application Manifest), absolute. */
  readonly manifest?: string | undefined;
}

/** The size that Apple's devices ask for. */
const TOUCH_PIXELS = 180;
const USUAL_PIXELS = 32;
/** At most this many links are read. */
const LINKS = 200;
/** Characters that are read before other work gets a turn. */
const AT_ONCE = 8_192;
/** Reading stops at this nesting depth: the parser gets slower with each open element. */
const MAX_DEPTH = 256;

const usualPixels = (rel: readonly string[]): number | undefined => {
  if (rel.includes('apple-touch-icon') || rel.includes('apple-touch-icon-precomposed')) return TOUCH_PIXELS;
  return rel.includes('icon') ? USUAL_PIXELS : undefined;
};

/** Reads a page, whole or cut off anywhere, while others have their turn. `url` is where it was found; its first `base` counts (HTML §4.2.3). */
export async function readSitePage(html: string, url: string): Promise<SitePage> {
  const links: Record<string, string>[] = [];
  let base: string | undefined;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) parser.pause();
      if (name === 'base' && attributes.href !== undefined) base ??= resolveLink(attributes.href, url);
      if (name === 'link' && links.length < LINKS) links.push(attributes);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  for (let at = 0; at < html.length && depth <= MAX_DEPTH; at += AT_ONCE) {
    parser.write(html.slice(at, at + AT_ONCE));
    await yieldToEventLoop();
  }
  parser.end();
  const icons: IconLink[] = [];
  let manifest: string | undefined;
  for (const { rel = '', href, sizes, type } of links) {
    const words = rel.toLowerCase().split(/\s+/);
    const linkUrl = resolveLink(href, base ?? url);
    if (words.includes('manifest')) manifest ??= linkUrl;
    const usual = usualPixels(words);
    if (usual !== undefined && linkUrl && !isSvg(type, href))
      icons.push({ url: linkUrl, pixels: largestSize(sizes, usual) });
  }
  return { icons, manifest };
}
