import type { Result } from '../../client/index.js';

const isResult = (cell: string, counts: Record<Result, number>): cell is Result => Object.hasOwn(counts, cell);

/** No cell of a result is longer; more of one is not kept. */
const LONGEST_CELL = 40;

/** Counts results by the column `result` of a CSV (RFC 4180) that comes in pieces. What is none of the interface's results is not counted. */
export class ResultCounter {
  readonly counts: Record<Result, number> = { 'Safe to Send': 0, Risky: 0, Invalid: 0, Unknown: 0 };
  #column: number | undefined;
  #isHead = true;
  #isQuoted = false;
  #at = 0;
  #cell = '';

  /** Whether the file has a column to count. */
  get isCounting(): boolean {
    return this.#column !== undefined;
  }

  add(octets: Uint8Array): void {
    // Marks of a CSV and the words of results are ASCII, and no octet of another letter is (RFC 3629 §3).
    for (const mark of Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1'))
      this.#take(mark);
  }

  /** The last line may have no end. */
  end(): void {
    if (this.#at > 0 || this.#cell) this.#endLine();
  }

  #take(mark: string): void {
    if (mark === '"') this.#isQuoted = !this.#isQuoted;
    else if (this.#isQuoted) this.#keep(mark);
    else if (mark === ',') this.#endCell();
    else if (mark === '\n') this.#endLine();
    else if (mark !== '\r') this.#keep(mark);
  }

  #keep(mark: string): void {
    if ((this.#isHead || this.#at === this.#column) && this.#cell.length < LONGEST_CELL) this.#cell += mark;
  }

  #endCell(): void {
    if (this.#isHead && this.#cell === 'result') this.#column = this.#at;
    else if (this.#at === this.#column && isResult(this.#cell, this.counts)) this.counts[this.#cell] += 1;
    this.#at += 1;
    this.#cell = '';
  }

  #endLine(): void {
    this.#endCell();
    this.#at = 0;
    this.#isHead = false;
  }
}
