const FIRST_BYTES = 65_536;

/** Collects bytes. Parts are copied, not kept, since each small part takes many times its size in memory. */
export class GrowingBuffer {
  #all = Buffer.allocUnsafe(FIRST_BYTES);
  length = 0;

  get bytes(): Buffer {
    return this.#all.subarray(0, this.length);
  }

  add(part: Uint8Array): void {
    const length = this.length + part.length;
    if (length > this.#all.length) {
      const more = Buffer.allocUnsafe(Math.max(length, this.#all.length * 2));
      this.#all.copy(more, 0, 0, this.length);
      this.#all = more;
    }
    this.#all.set(part, this.length);
    this.length = length;
  }
}
