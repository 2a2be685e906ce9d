import { csvLine } from '../../table/index.js';
import { validationFields } from '../../wire/index.js';
import type { Evidence, VerificationResult } from '../verdict/index.js';

/** Format of results. */
export interface ResultFormat {
  /** Text before all lines, with its line end; `''` for none. */
  readonly head: string;
  /** Writes one result with its line end. `original` is the text that was given, if it differs from the address. */
  line(verified: VerificationResult, original?: string): string;
}

/** Milliseconds to a tenth: a clock's further digits are noise. */
const rounded = ({ timings, ...found }: Evidence) => ({
  ...found,
  timings: Object.fromEntries(Object.entries(timings).map(([stage, ms]) => [stage, Math.round(ms * 10) / 10])),
});

/** The fields of a result after its address, in the order of the columns. */
export const RESULT_FIELDS = [
  'result',
  'reason',
  'code',
  'role',
  'free_email',
  'send_transactional',
  'did_you_mean',
] as const;

/** Name of the field with the original text of a list. */
export const ORIGINAL_FIELD = 'original';

/** The interface's fields, flat, the given text if it differs from the address, and `evidence`. */
const record = ({ validation, evidence }: VerificationResult, original?: string) => ({
  ...validationFields(validation),
  ...(original !== undefined && { [ORIGINAL_FIELD]: original }),
  evidence: rounded(evidence),
});

/** JSON for a cell. It contains a mail host's words, whose semicolons must not start a new cell. */
const jsonCell = (value: unknown): string => JSON.stringify(value).replaceAll(';', '\\u003b');

const COLUMNS = ['email', ...RESULT_FIELDS, ORIGINAL_FIELD, 'evidence'] as const;

/**
 * Formats by name: `ndjson`, one JSON object a line; `csv`, with a header line and the evidence as JSON in the last
 * cell.
 */
export const resultFormats = {
  ndjson: {
    head: '',
    line: (verified: VerificationResult, original?: string) => `${JSON.stringify(record(verified, original))}\n`,
  },
  csv: {
    head: `${COLUMNS.join(',')}\r\n`,
    line: (verified: VerificationResult, original?: string) => {
      const { evidence, ...fields } = record(verified, original);
      return csvLine(COLUMNS.map((name) => (name === 'evidence' ? jsonCell(evidence) : (fields[name] ?? ''))));
    },
  },
} as const satisfies Record<string, ResultFormat>;

/** The name of a format. */
export type ResultFormatName = keyof typeof resultFormats;
