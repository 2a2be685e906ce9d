import { ListError } from './list-error.js';

/** How files of other kinds begin, in Latin-1, and what they are. */
const BEGINNINGS: readonly (readonly [start: string, what: string])[] = [
  ['PK\x03\x04', 'a ZIP archive'],
  ['PK\x05\x06', 'an empty ZIP archive'],
  ['PK\x07\x08', 'a part of a ZIP archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel workbook (XLS) or another Office file'],
  ['%PDF-', 'a PDF'],
  ['{\\rtf', 'a text with formats (RTF)'],
  ['\x1f\x8b', 'a file compressed with gzip'],
  ['BZh', 'a file compressed with bzip2'],
  ['\xfd7zXZ\0', 'a file compressed with xz'],
  ['\x28\xb5\x2f\xfd', 'a file compressed with zstd'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['SQLite format 3\0', 'a database'],
  ['PAR1', 'a Parquet file'],
  ['\x89PNG\r\n', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
];
/** Names that a ZIP archive has in it where it is another file. */
const INSIDE_ZIP: readonly (readonly [name: string, what: string])[] = [
  ['xl/', 'an Excel workbook (XLSX)'],
  ['mimetypeapplication/vnd.oasis', 'a LibreOffice file (ODS)'],
  ['Index/Document.iwa', 'a Numbers file'],
  ['word/', 'a Word file (DOCX)'],
];
const ZIP_SAMPLE = 65_536;

const otherFile = (bytes: Buffer): string | undefined => {
  const start = bytes.subarray(0, 32).toString('latin1');
  const [begins, what] = BEGINNINGS.find(([each]) => start.startsWith(each)) ?? [];
  if (!begins?.startsWith('PK')) return what;
  const inside = bytes.subarray(0, ZIP_SAMPLE);
  return INSIDE_ZIP.find(([name]) => inside.includes(name))?.[1] ?? what;
};

/** Refuses bytes that begin as those of a workbook, an archive or another file do. @throws ListError `not-a-list`. */
export function refuseOtherFiles(bytes: Buffer): void {
  const what = otherFile(bytes);
  if (what)
    throw new ListError(
      'not-a-list',
      `The URL gives ${what}, not a text: save the list as CSV or plain text, and offer that.`,
    );
}

const TEXT_SAMPLE = 65_536;
/** Fewer control characters than these are a slip, whatever their share. */
const FEW = 8;
const SHARE = 0.02;
/** Tab, line ends, form feed, escape and DOS's end of file are in texts too. */
const IN_TEXTS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

const isBinary = (bytes: Buffer): boolean => {
  const sample = bytes.subarray(0, TEXT_SAMPLE);
  let controls = 0;
  for (const byte of sample) if (byte === 0x7f || (byte < 0x20 && !IN_TEXTS.has(byte))) controls += 1;
  return controls > FEW && controls > sample.length * SHARE;
};

/** A tag, comment or declaration; never an address in angle brackets. */
const MARKUP = /^\s*<(?:!doctype|!--|\?xml|\/?[a-z][a-z0-9:-]*(?:\s[^<@]*)?\/?>|[a-z][a-z0-9:-]*\s+[a-z-]+=)/i;
const JSON_START = /^\s*(?:\{\s*["}]|\[\s*[{\]"])/;

/**
 * Refuses a text that is a web page, JSON, or no text at all. `type` is the media type that its server gave it: a page that says so
 * may begin with anything in angle brackets.
 * @throws ListError `web-page`, `not-a-list`.
 */
export function refuseOtherText(bytes: Buffer, type: string): void {
  const start = bytes.subarray(0, 2_048).toString('latin1');
  if (MARKUP.test(start) || (/html|xml/.test(type) && /^\s*<[^@]*>/.test(start)))
    throw new ListError(
      'web-page',
      'The URL gives a web page in place of the list, as share links and pages to sign in at do: give the address that the file itself is downloaded from.',
    );
  if (JSON_START.test(start))
    throw new ListError(
      'not-a-list',
      'The URL gives JSON in place of the list: offer the addresses one a line, or as CSV.',
    );
  if (isBinary(bytes))
    throw new ListError(
      'not-a-list',
      'The URL gives bytes that are no text: save the list as CSV or plain text in UTF-8, and offer that.',
    );
}
