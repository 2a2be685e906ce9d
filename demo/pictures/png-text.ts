import { crc32 } from 'node:zlib';

/** Length and type stand before a chunk's data, its checksum after them: bytes. */
const BEFORE = 8;
const AFTER = 4;
const SIGNATURE = 8;
/** An `IHDR` chunk has 13 bytes of data, and is the first. */
const HEADER_END = SIGNATURE + BEFORE + 13 + AFTER;

const chunkOf = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(BEFORE + data.length + AFTER);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, BEFORE);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -AFTER)), BEFORE + data.length);
  return chunk;
};

/** A keyword ends with a zero; no compression, no language and no translated keyword take four more. */
const headOf = (keyword: string): Buffer => Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1');

/** The picture with a text under a keyword, of Latin-1 letters: a chunk `iTXt`, which is UTF-8. */
export const withText = (png: Buffer, keyword: string, text: string): Buffer =>
  Buffer.concat([
    png.subarray(0, HEADER_END),
    chunkOf('iTXt', Buffer.concat([headOf(keyword), Buffer.from(text)])),
    png.subarray(HEADER_END),
  ]);

/** The text that `withText` put under a keyword; `undefined` where there is none. */
export const textIn = (png: Buffer, keyword: string): string | undefined => {
  const head = headOf(keyword);
  for (let at = SIGNATURE; at < png.length; at += BEFORE + png.readUInt32BE(at) + AFTER) {
    const data = png.subarray(at + BEFORE, at + BEFORE + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + BEFORE) === 'iTXt' && data.subarray(0, head.length).equals(head))
      return data.toString('utf8', head.length);
  }
  return undefined;
};

/** Width and height, in pixels. */
export const pixelsOf = (png: Buffer): readonly [width: number, height: number] => [
  png.readUInt32BE(16),
  png.readUInt32BE(20),
];
