import { domainToUnicode } from 'node:url';
import { getDomainWithoutSuffix } from 'tldts';
import { LOGO_PIXELS } from '../../wire/index.js';
import { envelope, glyphs, type Glyph } from './glyphs.js';
import { loadSharp } from './load-sharp.js';
import { plainPicture } from './plain-picture.js';

/** Height of a capital, as a part of the picture's. */
const CAPITAL = 0.42;
/** Width of a stroke, on the glyphs' grid. */
const STROKE = 14;

const svgOf = ({ width, strokes }: Glyph): string => {
  const scale = (LOGO_PIXELS * CAPITAL) / 100;
  const middle = LOGO_PIXELS / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LOGO_PIXELS}" height="${LOGO_PIXELS}">
    <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#eff1f3"/><stop offset="1" stop-color="#dde0e4"/></linearGradient></defs>
    <rect width="${LOGO_PIXELS}" height="${LOGO_PIXELS}" rx="28" fill="url(#g)"/>
    <path transform="translate(${middle - (width * scale) / 2} ${middle - 50 * scale}) scale(${scale})" d="${strokes}"
      fill="none" stroke="#69717d" stroke-width="${STROKE}" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
};

/** The glyph of the domain's own name, without its subdomains: accents are dropped, other scripts get the envelope. */
const glyphOf = (domain: string): Glyph => {
  const name = getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? '';
  // The x of "xn--…" is not the name's first letter. A name alone, such as 163, would be taken for an IPv4 address.
  const [first = ''] = (name.startsWith('xn--') ? domainToUnicode(name) : name).normalize('NFD');
  return glyphs.get(first.toUpperCase()) ?? envelope;
};

/** Draws SVG as PNG. */
export type DrawSvg = (svg: string) => Promise<Uint8Array>;

/** {@link DrawSvg} by this machine's drawing library. */
export const drawWithSharp: DrawSvg = async (svg) => {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png({ palette: false, compressionLevel: 9 }).toBuffer();
};

/**
 * The grey monogram of a domain: a PNG of {@link LOGO_PIXELS} by {@link LOGO_PIXELS} with the first letter or digit of its
 * registrable domain. Any text gets a picture: a plain one if drawing fails, which is tried again at the next call.
 */
export const createMonogram = (draw: DrawSvg = drawWithSharp): ((domain: string) => Promise<Uint8Array>) => {
  // One picture a glyph: it cannot outgrow the alphabet.
  const drawn = new Map<Glyph, Promise<Uint8Array>>();
  return async (domain) => {
    const glyph = glyphOf(domain);
    const drawing = drawn.get(glyph) ?? draw(svgOf(glyph));
    drawn.set(glyph, drawing);
    try {
      return await drawing;
    } catch {
      drawn.delete(glyph);
      return plainPicture;
    }
  };
};

/** {@link createMonogram} over this machine's drawing library. */
export const monogram = createMonogram();
