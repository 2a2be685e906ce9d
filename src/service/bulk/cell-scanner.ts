import { isUtf8 } from 'node:buffer';

/** What stands where bytes are not UTF-8: a lone surrogate, which no address has and no UTF-8 gives. */
export const BAD_BYTES = '\udfff';

/** Of a longer cell so many bytes are kept: more than any text that is read as an address. */
export const CELL_BYTES = 4_096;

/** One line of a list, or one record of a CSV. */
export interface ScannedRecord {
  /** The cells that were wanted, without the blanks around them; too long a cell is cut. */
  readonly cells: readonly string[];
  /** There is nothing in it but blanks. */
  readonly isBlank: boolean;
  /** Where it ends: bytes from the start of the list. */
  readonly end: number;
  /** The line that it begins in, counted from 1: a cell within quotes may have several. */
  readonly line: number;
}

export interface CellScannerOptions {
  /** Whether commas and quotes are what RFC 4180 §2 makes of them; else a line is one cell. */
  readonly isCsv: boolean;
  /** The column that is wanted, counted from 0; every one where absent. */
  readonly column?: number | undefined;
}

/** Of wanted columns so many are looked at. */
const COLUMNS = 1_000;

const [LF, CR, TAB, BLANK, QUOTE, COMMA] = [0x0a, 0x0d, 0x09, 0x20, 0x22, 0x2c];

/** Takes bytes apart into records and cells, however they arrive, in bounded memory. Lines end with LF or CR LF, the last one also with the list. */
export class CellScanner {
  readonly #isCsv: boolean;
  /** The column that is wanted from the next record on. */
  wanted: number | undefined;
  readonly #cell = Buffer.alloc(CELL_BYTES);
  #kept = 0;
  #isCut = false;
  #cells: string[] = [];
  #column = 0;
  #isBlank = true;
  /** Within quotes; `after`: a quote has been met there, the cell's end or the first of two. */
  #quoted: 'no' | 'yes' | 'after' = 'no';
  #isCellBegun = false;
  #isRecordBegun = false;
  #line = 1;
  #recordLine = 1;
  #quoteLine = 0;
  #unclosedQuote: number | undefined;
  #read = 0;

  constructor({ isCsv, column }: CellScannerOptions) {
    this.#isCsv = isCsv;
    this.wanted = column;
  }

  /** The line, counted from 1, of a quote that the list's end has found open. */
  get unclosedQuote(): number | undefined {
    return this.#unclosedQuote;
  }

  /** The records that `bytes` complete. To be read to its end before the next call. */
  *push(bytes: Uint8Array): Generator<ScannedRecord> {
    // An iterator over bytes takes three times as long.
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      this.#read += 1;
      if (byte === LF) this.#line += 1;
      if (byte === LF && this.#quoted !== 'yes') yield this.#endRecord();
      else this.#take(byte);
    }
  }

  /** The record that the list's end completes, if one has begun. */
  *end(): Generator<ScannedRecord> {
    if (this.#quoted === 'yes') this.#unclosedQuote = this.#quoteLine;
    if (this.#isRecordBegun) yield this.#endRecord();
  }

  #take(byte: number): void {
    this.#isRecordBegun = true;
    if (this.#isCsv && this.#takeMark(byte)) return;
    if (byte !== BLANK && byte !== TAB && byte !== CR) {
      this.#isBlank = false;
      this.#isCellBegun = true;
    }
    this.#keep(byte);
  }

  /** Whether a byte of a CSV is one of its own marks. A quote is text in a cell that has begun without one, or goes on after its last. */
  #takeMark(byte: number): boolean {
    if (byte === QUOTE && this.#quoted === 'yes') {
      this.#quoted = 'after';
    } else if (byte === QUOTE && (this.#quoted === 'after' || !this.#isCellBegun)) {
      if (this.#quoted === 'after') this.#keep(QUOTE);
      this.#quoted = 'yes';
      this.#quoteLine = this.#line;
      this.#isCellBegun = true;
    } else if (byte === COMMA && this.#quoted !== 'yes') {
      this.#endCell();
      this.#column += 1;
    } else {
      if (this.#quoted === 'after') this.#quoted = 'no';
      return false;
    }
    this.#isBlank = false;
    return true;
  }

  #keep(byte: number): void {
    if (!this.#isWanted()) return;
    if (this.#kept < CELL_BYTES) this.#cell[this.#kept++] = byte;
    else this.#isCut = true;
  }

  #isWanted(): boolean {
    return this.wanted === undefined ? this.#column < COLUMNS : this.#column === this.wanted;
  }

  #endCell(): void {
    if (this.#isWanted()) this.#cells.push(this.#text());
    this.#kept = 0;
    this.#isCut = false;
    this.#isCellBegun = false;
    this.#quoted = 'no';
  }

  #text(): string {
    const bytes = this.#cell.subarray(0, this.#kept);
    const text = bytes.toString('utf8');
    // What was cut is far too long, blanks and all.
    if (this.#isCut) return text;
    return (isUtf8(bytes) ? text : text.replaceAll('\ufffd', BAD_BYTES)).replace(
      /^[ \t\r]+|(?<![ \t\r])[ \t\r]+$/g,
      '',
    );
  }

  #endRecord(): ScannedRecord {
    this.#endCell();
    const record = { cells: this.#cells, isBlank: this.#isBlank, end: this.#read, line: this.#recordLine };
    this.#recordLine = this.#line;
    this.#cells = [];
    this.#column = 0;
    this.#isBlank = true;
    this.#isRecordBegun = false;
    return record;
  }
}
