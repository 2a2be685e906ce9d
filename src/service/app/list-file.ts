import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'hono';
import { downloadCall } from '../../wire/index.js';
import { attachmentNamed, resultsFileOf } from '../body/file-name.js';
import { asBody, reportFaults } from '../body/streamed.js';
import type { ListRecord } from '../store/index.js';
import { allowAllOrigins, sendFailure } from './answers.js';
import { preferredCoding } from './codings.js';
import type { AppEnv, AppParts, Handler } from './parts.js';
import { parseRange } from './range.js';
import { parseCall } from './parse-call.js';

const NO_FILE = "This link has no file: ask for the list's status, which has the link to its results.";
const EXPIRED = "This link has expired: ask for the list's status again, which has a new one.";

/** Compressed with gzip while it is read. */
const gzipped = (source: AsyncIterable<Uint8Array>): ReadableStream =>
  Readable.toWeb(pipeline(Readable.from(source), createGzip(), () => undefined)) as ReadableStream;

/** Sends a list's results, or the part of them that was asked for. */
const sendFile = async (
  c: Context<AppEnv>,
  list: ListRecord,
  { resultFiles, onFault }: Pick<AppParts, 'resultFiles' | 'onFault'>,
): Promise<Response> => {
  const { id } = list;
  // A list that has ended never changes.
  const etag = `"${id}"`;
  c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
  c.header('Content-Disposition', attachmentNamed(resultsFileOf(list.name)));
  c.header('Accept-Ranges', 'bytes');
  c.header('Vary', 'Accept-Encoding');
  const isHead = c.req.method === 'HEAD';
  const condition = c.req.header('If-Range');
  const wanted = condition === undefined || condition === etag ? c.req.header('Range') : undefined;
  if (!wanted && preferredCoding(c.req.header('Accept-Encoding'), (coding) => coding === 'gzip')) {
    c.header('Content-Encoding', 'gzip');
    c.header('ETag', `"${id}-gzip"`);
    return isHead ? c.body(null) : c.body(gzipped(reportFaults(resultFiles.all(list), onFault)));
  }
  c.header('ETag', etag);
  const size = await resultFiles.sizeOf(list);
  const range = isHead ? undefined : parseRange(wanted, size);
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${size}`);
    return c.body(null, 416);
  }
  const { start, end } = range ?? { start: 0, end: size };
  if (range) c.header('Content-Range', `bytes ${start}-${end - 1}/${size}`);
  c.header('Content-Length', String(end - start));
  return isHead
    ? c.body(null)
    : c.body(asBody(reportFaults(resultFiles.read(list, { start, end }), onFault)), range ? 206 : 200);
};

/** A list's results, for anyone with their link. */
export const download =
  (options: AppParts): Handler =>
  async (c) => {
    const { lists, names } = options;
    allowAllOrigins(c);
    c.header('Access-Control-Expose-Headers', 'Content-Disposition, Content-Range, ETag');
    const { text } = parseCall(c.req.raw, downloadCall, names);
    const list = await lists.opened(text('file'));
    if (list === 'expired') return sendFailure(c, 410, EXPIRED, names);
    return list ? sendFile(c, list, options) : sendFailure(c, 404, NO_FILE, names);
  };
