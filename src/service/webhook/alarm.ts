/** Wakes one sleeper. A ring while nobody sleeps is kept for the next one. */
export class Alarm {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Resolves after this many milliseconds, or at a ring. */
  async sleep(milliseconds: number): Promise<void> {
    if (!this.#hasRung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#hasRung = false;
    this.#wake = undefined;
  }
}
