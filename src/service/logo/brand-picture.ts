import { LOGO_PIXELS } from '../../wire/index.js';
import type { Brand } from './brand-table.js';

/** The mark's side, as a part of the picture's. */
const MARK_SHARE = 0.54;
const GRID = 24;
const CORNER = 28;
const LIGHT = '#ffffff';
const DARK = '#1b1f24';
/** Minimum contrast of graphics that must be seen to understand them (WCAG 2.2 §1.4.11). */
const CONTRAST = 3;

/** Relative luminance (WCAG 2.2, glossary): 0 for black, 1 for white. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** A brand's mark on a tile of its colour as SVG: white, or dark if white could not be seen. */
export const brandSvg = ({ colour, path }: Brand): string => {
  const mark = 1.05 / (luminanceOf(colour) + 0.05) >= CONTRAST ? LIGHT : DARK;
  const scale = (LOGO_PIXELS * MARK_SHARE) / GRID;
  const offset = (LOGO_PIXELS * (1 - MARK_SHARE)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LOGO_PIXELS}" height="${LOGO_PIXELS}">
    <rect width="${LOGO_PIXELS}" height="${LOGO_PIXELS}" rx="${CORNER}" fill="#${colour}"/>
    <path transform="translate(${offset} ${offset}) scale(${scale})" d="${path}" fill="${mark}"/>
  </svg>`;
};
