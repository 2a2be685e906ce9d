import { validationFields } from '../../wire/index.js';
import type { Evidence, Verified } from '../verdict/index.js';

/** How results are written down. */
export interface ResultFormat {
  /** What comes before all lines, with its line end; `''` for nothing. */
  readonly head: string;
  /** One result with its line end. */
  line(verified: Verified): string;
}

/** Milliseconds to a tenth: a clock's further digits are noise. */
const rounded = ({ timings, ...found }: Evidence) => ({
  ...found,
  timings: Object.fromEntries(Object.entries(timings).map(([stage, ms]) => [stage, Math.round(ms * 10) / 10])),
});

/** The interface's fields, flat, and `evidence`. */
const record = ({ validation, evidence }: Verified) => ({
  ...validationFields(validation),
  evidence: rounded(evidence),
});

/**
 * A cell of a CSV (RFC 4180 §2). One that a spreadsheet would run as a formula gets an apostrophe before it, since an address
 * may begin with `=`, `+` or `-`: whoever wants texts exactly as they are reads NDJSON. East Asian spreadsheets take full-width
 * signs for the plain ones. Semicolons and tabs are quoted too, and what stands after one is guarded like the begin of a cell: in some
 * languages, spreadsheets part the cells of a CSV by them, and quotes that do not begin a cell there are part of its text.
 */
export const csvCell = (text: string): string => {
  const safe = text.replace(/(^|[;\t])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** JSON for a cell: a mail host's words are in it, and no semicolon of theirs may begin a cell. */
const jsonCell = (value: unknown): string => JSON.stringify(value).replaceAll(';', '\\u003b');

const COLUMNS = [
  'email',
  'result',
  'reason',
  'code',
  'role',
  'free_email',
  'send_transactional',
  'did_you_mean',
  'evidence',
] as const;

/** By name: `ndjson`, one JSON object a line; `csv`, with a line of names before and the evidence as JSON in the last cell. */
export const resultFormats = {
  ndjson: { head: '', line: (verified) => `${JSON.stringify(record(verified))}\n` },
  csv: {
    head: `${COLUMNS.join(',')}\r\n`,
    line: (verified) => {
      const fields = record(verified);
      return `${COLUMNS.map((name) => csvCell(name === 'evidence' ? jsonCell(fields.evidence) : fields[name])).join(',')}\r\n`;
    },
  },
} as const satisfies Record<string, ResultFormat>;

/** The name of a format. */
export type ResultFormatName = keyof typeof resultFormats;
