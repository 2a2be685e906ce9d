import type { Result } from '../../wire/index.js';
import type { Stdio } from '../command.js';
import { progressLine, summaryLine } from './progress.js';

export interface ProgressBarOptions {
  readonly terminal: Stdio['stderr'];
  /** Whether the line is drawn; otherwise nothing is written. */
  readonly isShown: boolean;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** The bar is drawn at most ten times a second. */
const EVERY_MS = 100;
/** The rate is that of the last ten seconds. */
const SAMPLES = 100;
const COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

/** Counts answers, and shows their progress on a terminal. */
export class ProgressBar {
  readonly #terminal: Stdio['stderr'];
  readonly #now: () => number;
  readonly #since: number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #counts: Record<Result, number> = { 'Safe to Send': 0, Risky: 0, Invalid: 0, Unknown: 0 };
  readonly #samples: { readonly at: number; readonly answered: number }[] = [];
  #answered = 0;
  #share: number | undefined;
  #isDrawn = false;

  constructor({ terminal, isShown, now = () => performance.now() }: ProgressBarOptions) {
    this.#terminal = terminal;
    this.#now = now;
    this.#since = now();
    this.#timer = isShown ? setInterval(() => this.#draw(), EVERY_MS).unref() : undefined;
  }

  /** Numbers of addresses by result, so far. */
  get counts(): Readonly<Record<Result, number>> {
    return this.#counts;
  }

  get answered(): number {
    return this.#answered;
  }

  /** Counts an answer, after which `share` (0 to 1) of the whole has been answered. */
  add(result: Result, share?: number): void {
    this.#counts[result] += 1;
    this.#answered += 1;
    this.#share = share;
  }

  /** Clears the bar, so that other lines can be written. */
  hide(): void {
    if (this.#isDrawn) this.#terminal.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  /** Stops drawing, and writes a last line. */
  end(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.hide();
    this.#terminal.write(`${summaryLine({ counts: this.#counts, milliseconds: this.#now() - this.#since })}\n`);
  }

  #draw(): void {
    const width = (this.#terminal.columns ?? COLUMNS) - 1;
    const milliseconds = this.#now() - this.#since;
    this.#terminal.write(
      `${CLEAR_LINE}${progressLine({ counts: this.#counts, milliseconds, rate: this.#rate(), share: this.#share }, width)}`,
    );
    this.#isDrawn = true;
  }

  #rate(): number {
    const sample = { at: this.#now(), answered: this.#answered };
    const [{ at, answered } = { at: this.#since, answered: 0 }] = this.#samples;
    this.#samples.push(sample);
    if (this.#samples.length > SAMPLES) this.#samples.shift();
    return sample.at > at ? ((sample.answered - answered) * 1_000) / (sample.at - at) : 0;
  }
}
