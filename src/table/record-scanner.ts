import { hasAt } from './at-sign.js';
import { COLUMNS, hasText, LONGEST_CELL, plainCells, QUOTED, textEndOf } from './cells.js';
import { TableError } from './table-error.js';

/** One record of a table: a line, or more if a quoted cell has line ends. */
export interface ScannedRecord {
  /** * The first thousand cells of the record, and of further cells those with an @; surrounding blanks are removed. A cell that is too long is cut. */
  readonly cells: readonly string[];
  /** The line that it begins in, counted from 1. */
  readonly line: number;
  /** End of the record: UTF-16 units from the start of the text that was pushed last. */
  readonly at: number;
  /** Whether the record has one cell, and that cell was quoted. */
  readonly isQuoted: boolean;
}

/** Character that quotes cells with delimiters or line ends. */
export type Quote = keyof typeof QUOTED;

export interface RecordOptions {
  /** The character between cells: a tab, or one that ASCII can print. */
  readonly delimiter: string;
  /** The character around cells that have delimiters or line ends; a double quote if left out. */
  readonly quote?: Quote;
  /** Whether a quote that is not closed is a part of the text in that column; else it is an error. */
  readonly isLenient?: (column: number) => boolean;
}

/** Maximum number of cells with an @: more than a list may have addresses. */
const MOST_CELLS = 250_000;

const [LF, CR, TAB, BLANK, COMMA, SEMICOLON] = [0x0a, 0x0d, 0x09, 0x20, 0x2c, 0x3b];
const isBlank = (code: number) => code === BLANK || code === TAB;
/** Lists that mail programs show have these behind a quoted text, whatever else is between cells. */
const isTrailing = (code: number) => isBlank(code) || code === COMMA || code === SEMICOLON;
/** Characters that pad a file, and the end-of-file mark of DOS. */
const FILLING = '\0\x1a';
const LINE_END = /\r\n?|\n/g;

/**
 * Takes text apart into records and cells (RFC 4180 §2), however it arrives, in bounded memory. Lines end with LF, CR LF or CR. A quote
 * is one at the start of a cell, and its cell ends at a quote before a delimiter or a line end; two are one of the text. A quoted cell of
 * one line with text behind it, as in `"a,b"@example.com`, is text, quotes and all. Records of blanks are left out.
 */
export class RecordScanner {
  readonly #delimiter: number;
  readonly #delimiterText: string;
  readonly #textEnd: RegExp;
  readonly #quote: number;
  readonly #quoteText: Quote;
  readonly #isLenient: (column: number) => boolean;
  #source = '';
  #at = 0;
  /** Start of the part of a cell that is not in `#cell` yet. */
  #from = 0;
  /** Start of the text after an open quote; -1 if that was pushed before. */
  #quoteAt = -1;
  /** `gap`: blanks and the like behind a closing quote. */
  #state: 'start' | 'text' | 'quoted' | 'closed' | 'gap' = 'start';
  #cells: string[] = [];
  #column = 0;
  /** The cell so far; of a quoted one with its quotes. */
  #cell = '';
  /** For a quoted cell: the number of line ends in it, and whether it contains a doubled quote. */
  #lines = 0;
  #hasDouble = false;
  #isQuoted = false;
  #hasText = false;
  #line = 1;
  #recordLine = 1;
  #isAfterReturn = false;
  #fault: TableError | undefined;

  constructor({ delimiter, quote = '"', isLenient = () => true }: RecordOptions) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#delimiterText = delimiter;
    this.#textEnd = textEndOf(delimiter);
    this.#quote = quote.charCodeAt(0);
    this.#quoteText = quote;
    this.#isLenient = isLenient;
  }

  /** The records that `text` completes. @throws TableError `unclosed-quote`, `long-line`. */
  push(text: string): readonly ScannedRecord[] {
    const records: ScannedRecord[] = [];
    this.#source = text;
    this.#at = 0;
    this.#from = 0;
    this.#quoteAt = -1;
    if (this.#fault) throw this.#fault;
    try {
      while (this.#at < this.#source.length) {
        this.#endReturn();
        if (this.#state === 'start' && this.#column === 0) this.#readPlainLines(records, text);
        if (this.#at < this.#source.length && this.#step()) this.#endRecord(records, this.#endIn(text));
      }
    } catch (error) {
      // Records before a fault are returned first.
      if (records.length === 0) throw error;
      this.#fault = error as TableError;
    }
    if (this.#state !== 'start') this.#keep();
    this.#source = '';
    return records;
  }

  /** The record that the end completes, if one has begun. @throws TableError as `push` does. */
  end(): readonly ScannedRecord[] {
    const records: ScannedRecord[] = [];
    if (this.#fault) throw this.#fault;
    this.#quoteAt = -1;
    while (this.#state === 'quoted') {
      this.#at = 0;
      this.#reopen();
      for (const record of this.push(this.#source)) records.push(record);
    }
    let last = this.#cell.length;
    while (last > 0 && FILLING.includes(this.#cell.charAt(last - 1))) last -= 1;
    this.#cell = this.#cell.slice(0, last);
    this.#from = this.#at;
    this.#endCell();
    this.#endRecord(records, 0);
    return records;
  }

  /** Position in the pushed text up to which it has been read. */
  #endIn(text: string): number {
    return Math.max(0, text.length - this.#source.length + this.#at);
  }

  /** Leaves out the LF of a CR LF. */
  #endReturn(): void {
    if (this.#isAfterReturn && this.#source.charCodeAt(this.#at) === LF) this.#from = this.#at += 1;
    this.#isAfterReturn = false;
  }

  /** Reads whole lines without quotes, which nearly all are, at once. */
  #readPlainLines(records: ScannedRecord[], text: string): void {
    const source = this.#source;
    for (LINE_END.lastIndex = this.#at; LINE_END.test(source); LINE_END.lastIndex = this.#at) {
      const end = LINE_END.lastIndex;
      const line = source.slice(this.#at, end - 1);
      const cells = line ? plainCells(line, this.#delimiterText, this.#quoteText) : [];
      if (!cells) return;
      this.#from = this.#at = end;
      if (cells.some(hasText)) records.push({ cells, line: this.#line, at: this.#endIn(text), isQuoted: false });
      this.#recordLine = this.#line += 1;
      this.#isAfterReturn = end === source.length && source.charCodeAt(end - 1) === CR;
    }
  }

  /** Goes on to the next mark; whether it ends a record. */
  #step(): boolean {
    const code = this.#source.charCodeAt(this.#at);
    if (this.#state === 'quoted') return this.#stepInQuotes();
    if (this.#state === 'closed' || this.#state === 'gap') return this.#stepBehindQuotes(code);
    return this.#state === 'start' ? this.#stepAtStart(code) : this.#stepInText();
  }

  #stepAtStart(code: number): boolean {
    if (isBlank(code) && code !== this.#delimiter) {
      this.#at += 1;
      while (this.#source.charCodeAt(this.#at) === code) this.#at += 1;
      this.#from = this.#at;
    } else if (code === this.#quote) {
      [this.#lines, this.#hasDouble] = [0, false];
      this.#cell = this.#quoteText;
      this.#from = this.#quoteAt = this.#at += 1;
      this.#state = 'quoted';
      const quoted = QUOTED[this.#quoteText];
      quoted.lastIndex = this.#at;
      if (!quoted.test(this.#source)) return false;
      this.#at = quoted.lastIndex;
      this.#state = 'closed';
    } else if ((code === LF || code === CR) && this.#column === 0) {
      this.#isAfterReturn = code === CR;
      this.#from = this.#at += 1;
      this.#recordLine = this.#line += 1;
    } else {
      this.#state = 'text';
      return this.#stepInText();
    }
    return false;
  }

  #stepInText(): boolean {
    this.#textEnd.lastIndex = this.#at;
    const isEnding = this.#textEnd.test(this.#source);
    this.#at = isEnding ? this.#textEnd.lastIndex - 1 : this.#source.length;
    return isEnding && this.#endText();
  }

  #stepInQuotes(): boolean {
    const source = this.#source;
    let at = this.#at;
    for (; at < source.length && this.#state === 'quoted'; at += 1) {
      const code = source.charCodeAt(at);
      if (code === this.#quote) this.#state = 'closed';
      else if (code === CR || (code === LF && this.#codeBefore(at) !== CR)) this.#lines += 1;
    }
    this.#at = at;
    if (this.#cell.length + at - this.#from > LONGEST_CELL) {
      this.#keep();
      this.#reopen();
    }
    return false;
  }

  #codeBefore(at: number): number {
    return at > this.#from ? this.#source.charCodeAt(at - 1) : this.#cell.charCodeAt(this.#cell.length - 1);
  }

  #stepBehindQuotes(code: number): boolean {
    if (code === this.#quote && this.#state === 'closed') {
      this.#hasDouble = true;
      this.#at += 1;
      this.#state = 'quoted';
    } else if (isTrailing(code) && code !== this.#delimiter) {
      this.#at += 1;
      this.#state = 'gap';
    } else if (code === this.#delimiter || code === LF || code === CR) {
      return this.#endText();
    } else if (this.#lines > 0) {
      this.#keep();
      this.#reopen();
    } else {
      this.#state = 'text';
    }
    return false;
  }

  /** Ends a cell at its delimiter or line end. Returns whether the record ends too. */
  #endText(): boolean {
    const code = this.#source.charCodeAt(this.#at);
    this.#endCell();
    this.#from = this.#at += 1;
    if (code === this.#delimiter) return false;
    this.#isAfterReturn = code === CR;
    this.#line += 1;
    return true;
  }

  #keep(): void {
    if (this.#cell.length <= LONGEST_CELL) this.#cell += this.#source.slice(this.#from, this.#at);
    this.#from = this.#at;
  }

  /** Takes a quote that is not closed for a part of the text, and reads on behind it. */
  #reopen(): void {
    if (!this.#isLenient(this.#column))
      throw new TableError(
        'unclosed-quote',
        `The quote in line ${this.#line} of the file is never closed, or text follows it in its cell: close it at the end of the cell, and write two quotes for one inside a quoted cell.`,
      );
    if (this.#quoteAt < 0) {
      this.#source = `${this.#cell.slice(1)}${this.#source.slice(this.#at)}`;
      this.#quoteAt = 0;
    }
    this.#from = this.#at = this.#quoteAt;
    this.#cell = this.#quoteText;
    this.#state = 'text';
  }

  /** The text of the cell that ends here. */
  #text(isQuoted: boolean): string {
    if (!this.#cell && this.#at - this.#from <= LONGEST_CELL) return this.#source.slice(this.#from, this.#at).trim();
    this.#keep();
    const text = this.#cell.slice(0, LONGEST_CELL);
    this.#cell = '';
    if (!isQuoted) return text.trim();
    const inside = text.slice(1, text.lastIndexOf(this.#quoteText)).trim();
    return this.#hasDouble ? inside.replaceAll(this.#quoteText.repeat(2), this.#quoteText) : inside;
  }

  #endCell(): void {
    const isQuoted = this.#state === 'closed' || this.#state === 'gap';
    if (isQuoted) this.#line += this.#lines;
    const text = this.#text(isQuoted);
    if (this.#cells.length < COLUMNS || (text && hasAt(text))) this.#cells.push(text);
    if (this.#cells.length > MOST_CELLS)
      throw new TableError(
        'long-line',
        `Line ${this.#recordLine} of the file has more than ${MOST_CELLS} addresses: write each on a line of its own.`,
      );
    this.#hasText ||= hasText(text);
    this.#isQuoted = isQuoted;
    this.#column += 1;
    this.#state = 'start';
  }

  #endRecord(records: ScannedRecord[], at: number): void {
    const cells = this.#cells;
    if (this.#hasText)
      records.push({ cells, line: this.#recordLine, at, isQuoted: cells.length === 1 && this.#isQuoted });
    this.#recordLine = this.#line;
    this.#cells = [];
    this.#column = 0;
    this.#hasText = false;
  }
}
