import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseZone } from './parse-zone.js';
import type { Zone } from './zone.js';

/** The zone file that comes with the demo. */
export const DEFAULT_ZONE = new URL('./zone.txt', import.meta.url);

/** Reads a zone file (a path or a file: URL). Rejects with a ZoneError, or with the file system's own error. */
export async function readZone(file: string | URL = DEFAULT_ZONE): Promise<Zone> {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  return parseZone(await readFile(path, 'utf8'), basename(path));
}
