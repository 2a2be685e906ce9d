import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Writes what a file is sent as beside it, as `.br` and `.gz`, for servers that compress nothing themselves or not as well.
 * @param {string} file
 * @returns {Promise<number>} bytes of the gzipped one
 */
export const compressFile = async (file) => {
  const bytes = await readFile(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, ...size };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  const zipped = await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
  await writeFile(`${file}.gz`, zipped);
  return zipped.length;
};
