import { setImmediate as turn } from 'node:timers/promises';
import { ListError } from './list-error.js';
import { AT_ONCE } from './list-records.js';
import { refuseOtherFiles, refuseOtherText } from './list-kind.js';

const MARK_UTF8 = Buffer.from([0xef, 0xbb, 0xbf]);
const MARK_LITTLE = Buffer.from([0xff, 0xfe]);
const MARK_BIG = Buffer.from([0xfe, 0xff]);
const MARKS_UTF32 = [Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from([0, 0, 0xfe, 0xff])];

const SAMPLE = 4_096;
const [NUL, END_OF_FILE] = [0, 0x1a];

const begins = (bytes: Buffer, mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);

type Utf16 = 'utf-16le' | 'utf-16be';

/** UTF-16 by its mark, or without one where every other byte of the start is NUL, or nearly, and none of the rest: such is a text of addresses in it. */
const utf16Of = (bytes: Buffer): Utf16 | undefined => {
  if (begins(bytes, MARK_LITTLE)) return 'utf-16le';
  if (begins(bytes, MARK_BIG)) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const nuls = [0, 0];
  for (let at = 0; at < sample.length; at += 1) if (sample[at] === NUL) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const most = (sample.length / 2) * 0.7;
  if (sample.length > 2 && even === 0 && odd >= most) return 'utf-16le';
  return sample.length > 2 && odd === 0 && even >= most ? 'utf-16be' : undefined;
};

const toUtf8 = async (bytes: Buffer, encoding: Utf16): Promise<Buffer> => {
  const decoder = new TextDecoder(encoding);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    parts.push(Buffer.from(decoder.decode(bytes.subarray(at, at + AT_ONCE), { stream: true })));
    await turn();
  }
  return Buffer.concat([...parts, Buffer.from(decoder.decode())]);
};

/** Without the NULs that fill a file up, and the end that DOS wrote into it. */
const withoutFilling = async (bytes: Buffer): Promise<Buffer> => {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === NUL || bytes[end - 1] === END_OF_FILE)) {
    end -= 1;
    if (end % AT_ONCE === 0) await turn();
  }
  return bytes.subarray(0, end);
};

/**
 * A list's bytes as UTF-8 without a byte order mark. UTF-16 is decoded: a second copy, the only one. What is not UTF-8 stays as it is,
 * for `textOf` to read as Windows-1252 line by line: some lists are put together from both.
 * @throws ListError `not-a-list`, `web-page`, `encoding`.
 */
export async function listText(body: Uint8Array, type: string): Promise<Buffer> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  refuseOtherFiles(bytes);
  if (MARKS_UTF32.some((mark) => begins(bytes, mark)))
    throw new ListError('encoding', 'The list is in UTF-32, which is not read: save it in UTF-8.');
  const utf16 = utf16Of(bytes);
  const marked = utf16 ? await toUtf8(bytes, utf16) : bytes;
  const text = await withoutFilling(begins(marked, MARK_UTF8) ? marked.subarray(MARK_UTF8.length) : marked);
  refuseOtherText(text, type);
  return text;
}
