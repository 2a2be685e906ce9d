/**
 * A list of ASCII entries kept as the text that it was read as, one sorted entry a line, and searched by halving:
 * a hundred thousand domains cost their two megabytes and no time at the start.
 */
export class SortedLines {
  readonly #text: string;

  /** `text` has its lines in the order of code units and ends in a line end. */
  constructor(text: string) {
    this.#text = text;
  }

  has(entry: string): boolean {
    let low = 0;
    let high = this.#text.length;
    while (low < high) {
      const start = this.#text.lastIndexOf('\n', ((low + high) >>> 1) - 1) + 1;
      const end = this.#text.indexOf('\n', start);
      const line = this.#text.slice(start, end);
      if (line === entry) return true;
      if (line < entry) low = end + 1;
      else high = start;
    }
    return false;
  }
}
