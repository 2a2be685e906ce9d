import type { Child, Nursery } from '../../service/app/children.js';
import { PeakMemory } from './peak-memory.js';

/** A service on one port and one database, which is killed and started again. */
export class Site {
  readonly #nursery: Nursery;
  readonly #database: string;
  readonly #port: number;
  #child: Child | undefined;
  #memory: PeakMemory | undefined;

  constructor(nursery: Nursery, database: string, port: number) {
    this.#nursery = nursery;
    this.#database = database;
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** What the process takes since its start, or since {@link measure}. */
  get memory(): PeakMemory {
    if (!this.#memory) throw new Error('The service runs while it is measured.');
    return this.#memory;
  }

  /** Measures its memory from now on. */
  measure(): void {
    this.#memory = this.#child && new PeakMemory(this.#child.pid);
  }

  /** Starts a service whose verdicts take so many milliseconds, and which gives so many. */
  async start(milliseconds: number, verdicts = Infinity): Promise<void> {
    const given = [this.#port, milliseconds, verdicts].map(String);
    this.#child = await this.#nursery.start(this.#database, ...given);
    this.measure();
  }

  async kill(): Promise<void> {
    this.#child?.kill();
    await this.#child?.exited;
  }
}
