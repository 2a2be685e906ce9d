import { readFileSync } from 'node:fs';

/** A brand's mark. */
export interface Brand {
  /** `RRGGBB`. */
  readonly colour: string;
  /** SVG path data on a grid of 24 by 24. */
  readonly path: string;
  /** Name as its owner writes it. */
  readonly name?: string;
}

/** Brands by their registrable domains. */
export type BrandTable = ReadonlyMap<string, Brand>;

/** Reads a table of lines: domains, colour, path and name, with tabs between them. */
export function readBrandLines(text: string): BrandTable {
  const brands = new Map<string, Brand>();
  for (const line of text.split('\n')) {
    const [domains = '', colour, path, name] = line.split('\t');
    if (colour && path)
      for (const domain of domains.split(' ')) brands.set(domain, { colour, path, ...(name && { name }) });
  }
  return brands;
}

/** Location of the table in a build. The source tree has none. */
const packaged = new URL('./data/brands.txt', import.meta.url);

const brandLines = async (): Promise<string> => {
  try {
    return readFileSync(packaged, 'utf8');
  } catch {
    const { makeBrandLines } = await import('./generate/brands.js');
    return makeBrandLines();
  }
};

let table: Promise<BrandTable> | undefined;

/** The brands of this release, read once; made from the installed icons if this runs from source. Rejects if there are neither. */
export const brandTable = (): Promise<BrandTable> => (table ??= brandLines().then(readBrandLines));
