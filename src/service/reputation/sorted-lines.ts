import { HASH_BASIS, hashBelow, hashOf, withUnit } from '../../table/text-hash.js';

/** Of 2²¹ bits a hundred thousand entries set few: nine of ten texts that are no entry are known for that by their hash alone. */
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
    let hash = HASH_BASIS;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit !== LINE_END) {
        hash = withUnit(hash, unit);
        continue;
      }
      const bit = hashBelow(hash, FILTER_BITS);
      this.#hashes[bit >>> 3]! |= 1 << (bit & 7);
      hash = HASH_BASIS;
    }
  }

  has(entry: string): boolean {
    return this.#mayHave(entry) && this.#isLine(entry);
  }

  #mayHave(entry: string): boolean {
    const bit = hashBelow(hashOf(entry), FILTER_BITS);
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
