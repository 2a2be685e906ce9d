import { constants } from 'node:fs';
import { link, lstat, open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import type { Sink } from './sink.js';

/** The list and the link that a partial file belongs to. */
export interface PartSource {
  /** The address of the service or key proxy. */
  readonly from: string;
  readonly list: string;
}

/** Maximum size of the note beside a partial file, which is a few words long. */
const MOST_NOTE = 10_000;

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The data kept beside a part, if it certainly belongs to this list. */
const readNote = async (
  note: string,
  { from, list }: PartSource,
): Promise<{ readonly etag: string | undefined } | undefined> => {
  try {
    const stats = await lstat(note);
    if (!stats.isFile() || stats.size > MOST_NOTE) return undefined;
    const noted = Object(JSON.parse(await readFile(note, 'utf8'))) as Record<string, unknown>;
    if (noted['from'] !== from || noted['list'] !== list) return undefined;
    return { etag: typeof noted['etag'] === 'string' ? noted['etag'] : undefined };
  } catch {
    return undefined;
  }
};

const sizeOf = async (path: string): Promise<number> => {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() ? stats.size : 0;
};

// If someone put a symbolic link there, it is not followed (on systems that have such links).
const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants;
const RESUME_FLAGS = O_RDWR | ((O_NOFOLLOW as number | undefined) ?? 0);
const CREATE_FLAGS = O_RDWR | O_CREAT | O_EXCL;
/** Lists are about people: only their owner may read them. */
const OWNER_ONLY = 0o600;

/** Another file got this name in the meantime. */
export class FileExistsError extends Error {
  override readonly name = 'FileExistsError';
}

/** The file under the partial file's name is not certainly a part of this list. */
export class PartInUseError extends Error {
  override readonly name = 'PartInUseError';
}

/** Creates a part, or continues the part that an earlier run left of the same list. @throws PartInUseError */
const openPart = async (
  part: string,
  of: PartSource,
): Promise<{ readonly handle: FileHandle; readonly etag: string | undefined }> => {
  const noted = await readNote(`${part}.json`, of);
  if (noted && (await exists(part))) return { handle: await open(part, RESUME_FLAGS), etag: noted.etag };
  if (await exists(part)) throw new PartInUseError();
  const handle = await open(part, CREATE_FLAGS, OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new PartInUseError() : error;
  });
  return { handle, etag: undefined };
};

/**
 * A file that gets its name when it is complete. Until then its name is `FILE.part`, and `FILE.part.json` says to which
 * list, and to which version of its results, it belongs.
 */
export class PartFile implements Sink {
  readonly #file: string;
  readonly #of: PartSource;
  readonly #handle: FileHandle;
  #size: number;
  #etag: string | undefined;

  private constructor(file: string, of: PartSource, handle: FileHandle, { size, etag }: Pick<Sink, 'size' | 'etag'>) {
    this.#file = file;
    this.#of = of;
    this.#handle = handle;
    this.#size = size;
    this.#etag = etag;
  }

  /**
   * Opens a part, or continues the part that an earlier run left.
   * @throws PartInUseError if another file has that name
   */
  static async open(file: string, of: PartSource): Promise<PartFile> {
    const { handle, etag } = await openPart(`${file}.part`, of);
    const part = new PartFile(file, of, handle, { size: etag === undefined ? 0 : await sizeOf(`${file}.part`), etag });
    if (etag === undefined) await part.#note();
    return part;
  }

  get size(): number {
    return this.#size;
  }

  get etag(): string | undefined {
    return this.#etag;
  }

  async begin(etag: string | undefined): Promise<void> {
    // In this order, so that a part always belongs to the list in its note, whenever the process ends.
    this.#etag = undefined;
    await this.#note();
    await this.#handle.truncate(0);
    this.#size = 0;
    this.#etag = etag;
    await this.#note();
  }

  /** Writes the note that says to which list the part belongs. */
  #note(): Promise<void> {
    return writeFile(`${this.#file}.part.json`, `${JSON.stringify({ ...this.#of, etag: this.#etag })}\n`, {
      mode: OWNER_ONLY,
    });
  }

  async write(octets: Uint8Array): Promise<void> {
    for (let at = 0; at < octets.length;) {
      // Written at its own position: another process with the same part writes the same octets there.
      const { bytesWritten } = await this.#handle.write(octets, at, octets.length - at, this.#size);
      at += bytesWritten;
      this.#size += bytesWritten;
    }
  }

  /** Reads the whole partial file from its beginning. */
  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    const buffer = Buffer.alloc(65_536);
    for (let at = 0; at < this.#size;) {
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /**
   * Gives the file its name, and never replaces another file.
   * @throws FileExistsError; the part stays
   */
  async finish(): Promise<void> {
    await this.#handle.truncate(this.#size);
    await this.#handle.sync();
    const part = `${this.#file}.part`;
    try {
      // A link fails if a file has that name; a rename would replace that file.
      await link(part, this.#file);
      await rm(part);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' || (await exists(this.#file))) throw new FileExistsError();
      // Some file systems have no hard links.
      await rename(part, this.#file);
    }
    await rm(`${this.#file}.part.json`, { force: true });
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
