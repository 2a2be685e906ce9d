import { LRUCache } from 'lru-cache';
import { brandSvg } from './brand-picture.js';
import { brandTable, type Brand, type BrandTable } from './brand-table.js';
import { drawWithSharp } from './monogram.js';

/** At most this many drawn icons are kept. */
const CACHE_SIZE = 500;

/** Gives the brand icon of a registrable domain, or `undefined` if it has none. Never rejects: `onFault` gets the error of an unreadable table. */
export const createBrandLogos = (
  onFault?: (fault: unknown) => void,
  readTable: () => Promise<BrandTable> = brandTable,
): ((domain: string) => Promise<Uint8Array | undefined>) => {
  const drawn = new LRUCache<Brand, Uint8Array>({ max: CACHE_SIZE });
  let table: Promise<BrandTable> | undefined;
  const read = (): Promise<BrandTable> =>
    readTable().catch((fault: unknown) => {
      onFault?.(fault);
      return new Map<string, Brand>();
    });
  return async (domain) => {
    const brand = (await (table ??= read())).get(domain);
    if (!brand) return undefined;
    const png = drawn.get(brand) ?? (await drawWithSharp(brandSvg(brand)).catch(() => undefined));
    if (png) drawn.set(brand, png);
    return png;
  };
};
