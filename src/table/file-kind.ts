import { TableError } from './table-error.js';

/** First bytes of files of other kinds, in Latin-1, and the names of these kinds. */
const BEGINNINGS: readonly (readonly [start: string, what: string])[] = [
  ['PK\x03\x04', 'a ZIP archive'],
  ['PK\x05\x06', 'an empty ZIP archive'],
  ['PK\x07\x08', 'a part of a ZIP archive'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel workbook (XLS) or another Office file'],
  ['%PDF-', 'a PDF'],
  ['%!PS', 'a PostScript file'],
  ['{\\rtf', 'a rich text file (RTF)'],
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
/** Names inside a ZIP archive that tell which kind of file it is. */
const INSIDE_ZIP: readonly (readonly [name: string, what: string])[] = [
  ['xl/', 'an Excel workbook (XLSX)'],
  ['mimetypeapplication/vnd.oasis', 'a LibreOffice file (ODS)'],
  ['Index/Document.iwa', 'a Numbers file'],
  ['word/', 'a Word file (DOCX)'],
];
const SAMPLE_BYTES = 65_536;

const latin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** Refuses bytes that begin as those of a workbook, an archive or another file do. @throws TableError `not-a-list`. */
export function refuseOtherFiles(bytes: Uint8Array): void {
  const start = latin1(bytes.subarray(0, 32));
  const [begins, what] = BEGINNINGS.find(([each]) => start.startsWith(each)) ?? [];
  if (!what) return;
  const inside = begins?.startsWith('PK') ? latin1(bytes.subarray(0, SAMPLE_BYTES)) : '';
  const kind = INSIDE_ZIP.find(([name]) => inside.includes(name))?.[1] ?? what;
  throw new TableError('not-a-list', `The file is ${kind}, not a text: save the list as CSV or plain text.`);
}

/** This many control characters do not make a file binary, whatever their share. */
const MOST_CONTROLS = 8;
const MOST_CONTROL_SHARE = 0.02;
/** Tab, line ends, form feed, escape and DOS's end of file are in texts too. */
const CONTROLS = /[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]|\0+/g;

const isBinary = (text: string): boolean => {
  const sample = text.slice(0, SAMPLE_BYTES);
  // A run of NULs counts once: files are filled up with them at their end.
  const controls = sample.match(CONTROLS)?.length ?? 0;
  return controls > MOST_CONTROLS && controls > sample.length * MOST_CONTROL_SHARE;
};

/** A tag, comment or declaration; never an address in angle brackets. */
const MARKUP = /^\s*<(?:!doctype|!--|\?xml|\/?[a-z][a-z0-9:-]*(?:\s[^<@]*)?\/?>|[a-z][a-z0-9:-]*\s+[a-z-]+=)/i;

/** First characters of texts of other kinds, and the names of these kinds. */
const TEXTS: readonly (readonly [start: RegExp, what: string])[] = [
  [/^\s*(?:\{\s*["}]|\[\s*[{\]"])/, 'JSON'],
  [/^\s*BEGIN:VCARD/i, 'a vCard file'],
  [/^\s*BEGIN:VCALENDAR/i, 'a calendar'],
  [/^\s*(?:version: *\d+\s+)?(?:#[^\n]*\n\s*)*dn::? /i, 'LDIF'],
  [
    /^\s*(?:--[^\n]*\n\s*|\/\*[^*]*\*\/;?\s*)*(?:insert into|create (?:table|database|schema)|drop table|start transaction|lock tables|set [\w@.]+ *=|copy [\w."]+ \(|use `|select\s[^;@]{1,200}\sfrom\s)/i,
    'SQL',
  ],
  [/^\s*(?:return-path|received|delivered-to|mime-version|message-id|dkim-signature): /i, 'an email message'],
  [/^From \S+ +(?:mon|tue|wed|thu|fri|sat|sun) [a-z]{3} /i, 'a mailbox'],
  [/^\s*-----BEGIN /, 'a key or certificate'],
  [
    /^\s*(?:(?:php )?(?:fatal error|parse error|warning|notice|deprecated): |traceback \(most recent|exception in thread|uncaught |sqlstate\[|ora-\d|error\b[: ]|(?:http\/[\d.]+ |error )?[45]\d\d (?:[a-z]+ )?(?:error|found|denied|forbidden|unauthorized|request|unavailable|timeout)|access denied|permission denied|internal server error|forbidden\s*$)/i,
    'an error message',
  ],
];

/**
 * Refuses a text that is a web page, data of another format, an error message, or no text at all. `type` is the media type that its
 * server gave it, or `''`: a page that says so may begin with anything in angle brackets.
 * @throws TableError `web-page`, `not-a-list`.
 */
export function refuseOtherText(text: string, type: string): void {
  const start = text.slice(0, 2_048);
  if (MARKUP.test(start) || (/html|xml/.test(type) && /^\s*<[^@]*>/.test(start)))
    throw new TableError(
      'web-page',
      'The file is a web page, perhaps of a share link or a sign-in form: give the list itself, as CSV or plain text.',
    );
  const [, what] = TEXTS.find(([begins]) => begins.test(start)) ?? [];
  if (what)
    throw new TableError(
      'not-a-list',
      `The file is ${what}, not a list: save the addresses as CSV, or one in each line.`,
    );
  if (isBinary(text))
    throw new TableError(
      'not-a-list',
      'The file has bytes that are not text: save the list as CSV or plain text in UTF-8.',
    );
}
