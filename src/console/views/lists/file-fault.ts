import { refuseOtherFiles, TableError } from '../../../table/index.js';
import { BULK_BYTES } from '../../../wire/limits.js';
import { texts } from './texts.js';

/** As much of a file as tells its kind. */
const SAMPLE_BYTES = 65_536;

/**
 * Why a file is not sent, as a sentence; `''` if it may be. Only its start is read: the service looks at the
 * rest. `name` is `''` for a text.
 */
export const fileFault = async (file: Blob, name: string): Promise<string> => {
  if (file.size >= BULK_BYTES) return texts.tooLarge(name, file.size);
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  } catch {
    // What a browser has of a folder, too, is a file that cannot be read.
    return texts.unreadable(name);
  }
  if (start.length === 0) return texts.empty(name);
  try {
    refuseOtherFiles(start);
    return '';
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
};
