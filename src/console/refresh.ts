import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Does some work again and again while its view is shown and its tab is in sight: each time `milliseconds` after the last has ended. */
export class Refresh implements ReactiveController {
  readonly #work: () => Promise<unknown>;
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isConnected = false;

  constructor(host: ReactiveControllerHost, work: () => Promise<unknown>, milliseconds: number) {
    this.#work = work;
    this.#milliseconds = milliseconds;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#wait();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearTimeout(this.#timer);
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#timer);
    if (!document.hidden) void this.#run();
  };

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#isConnected && !document.hidden) this.#timer = setTimeout(() => void this.#run(), this.#milliseconds);
  }

  async #run(): Promise<void> {
    try {
      await this.#work();
    } finally {
      this.#wait();
    }
  }
}
