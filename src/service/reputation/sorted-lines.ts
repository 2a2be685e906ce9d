import { FNV_OFFSET_BASIS, toIndex, fnv1a, addCodeUnit } from '../../text/index.js';

/**
 * Size of the filter: a hundred thousand entries set few of 2²¹ bits, so the hash alone rules out nine of ten texts
 * that are no entry.
 */
const FILTER_BITS = 1 << 21;

const LINE_END = 0x0a;

/**
 * A list of ASCII entries kept as the text that it was read as, one sorted entry a line, and searched by halving:
 * a hundred thousand domains cost their two megabytes and a few milliseconds at the start.
 */
export class SortedLines {
  readonly #text: string;
  readonly #hashes = new Uint8Array(FILTER_BITS >>> 3);

  /** `text` has its lines in the order of code units and ends in a line end. */
  constructor(text: string) {
    this.#text = text;
    let hash = FNV_OFFSET_BASIS;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit !== LINE_END) {
        hash = addCodeUnit(hash, unit);
        continue;
      }
      const bit = toIndex(hash, FILTER_BITS);
      this.#hashes[bit >>> 3]! |= 1 << (bit & 7);
      hash = FNV_OFFSET_BASIS;
    }
  }

  has(entry: string): boolean {
    return this.#mayHave(entry) && this.#isLine(entry);
  }

  #mayHave(entry: string): boolean {
    const bit = toIndex(fnv1a(entry), FILTER_BITS);
    return (this.#hashes[bit >>> 3]! & (1 << (bit & 7))) !== 0;
  }

  #isLine(entry: string): boolean {
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
