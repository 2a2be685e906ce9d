import type { Result } from '../../client/index.js';
import { RecordScanner } from '../../table/index.js';

const isResult = (cell: string, counts: Record<Result, number>): cell is Result => Object.hasOwn(counts, cell);

/** Counts results by the column `result` of a CSV (RFC 4180) that arrives in pieces. Other values are not counted. */
export class ResultCounter {
  readonly counts: Record<Result, number> = { 'Safe to Send': 0, Risky: 0, Invalid: 0, Unknown: 0 };
  readonly #scanner = new RecordScanner({ delimiter: ',' });
  readonly #decoder = new TextDecoder();
  #column: number | undefined;
  #isHead = true;

  /** Whether the file has a column to count. */
  get isCounting(): boolean {
    return this.#column !== undefined && this.#column >= 0;
  }

  add(octets: Uint8Array): void {
    this.#count(this.#scanner.push(this.#decoder.decode(octets, { stream: true })));
  }

  /** The last line may have no line end. */
  end(): void {
    this.#count(this.#scanner.end());
  }

  #count(records: ReturnType<RecordScanner['push']>): void {
    for (const { cells } of records) {
      const cell = cells[this.#column ?? -1] ?? '';
      if (this.#isHead) this.#column = cells.indexOf('result');
      else if (isResult(cell, this.counts)) this.counts[cell] += 1;
      this.#isHead = false;
    }
  }
}
