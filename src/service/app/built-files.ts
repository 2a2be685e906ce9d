import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { preferredCoding, type Coding } from './codings.js';
import { tagged, type Tagged } from './tagged.js';

/** Endings of the compressed files that a build writes next to each file. */
const endings = { br: '.br', gzip: '.gz' } as const satisfies Record<Coding, string>;
const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const;

interface Held {
  readonly writtenAt: string;
  readonly plain: Tagged;
  readonly compressed: Partial<Record<Coding, Tagged>>;
}

const timeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** The compressed copy of a file; `undefined` if it is missing, broken or from another build. */
const readCompressed = async (path: string, { bytes, etag }: Tagged, coding: Coding): Promise<Tagged | undefined> => {
  try {
    const compressed = await readFile(`${path}${endings[coding]}`);
    const content = await unpack[coding](compressed, { maxOutputLength: bytes.length + 1 });
    if (!content.equals(bytes)) return undefined;
    // Different bytes must have different tags: caches keep both.
    return { bytes: Uint8Array.from(compressed), etag: etag.replace(/"$/, `-${coding}"`), coding };
  } catch {
    return undefined;
  }
};

const read = async (path: string, writtenAt: string): Promise<Held> => {
  const plain = tagged(await readFile(path));
  const [br, gzip] = await Promise.all([readCompressed(path, plain, 'br'), readCompressed(path, plain, 'gzip')]);
  return { writtenAt, plain, compressed: { ...(br && { br }), ...(gzip && { gzip }) } };
};

/** Finds a file by its path, in the coding that `Accept-Encoding` prefers; `undefined` if it is missing. */
export type BuiltFiles = (path: string, accepted: string | undefined) => Promise<Tagged | undefined>;

/**
 * The files of a build, each with its compressed copies. They are kept in memory and read again after they change, so
 * that a new build needs no restart.
 */
export const createBuiltFiles = (): BuiltFiles => {
  const files = new Map<string, Held>();
  return async (path, accepted) => {
    const [own, ...others] = await Promise.all([path, `${path}${endings.br}`, `${path}${endings.gzip}`].map(timeOf));
    if (own === undefined) {
      files.delete(path);
      return undefined;
    }
    const writtenAt = [own, ...others].join();
    let file = files.get(path);
    if (file?.writtenAt !== writtenAt) {
      file = await read(path, writtenAt);
      files.set(path, file);
    }
    const { plain, compressed } = file;
    const coding = preferredCoding(accepted, (each) => compressed[each] !== undefined);
    return (coding && compressed[coding]) ?? plain;
  };
};
