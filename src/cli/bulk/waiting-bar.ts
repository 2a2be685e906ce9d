import type { ListStatus } from '../../client/index.js';
import type { Stdio } from '../command.js';
import { stateWords, waitingLine } from './waiting-line.js';

export interface WaitingBarOptions {
  readonly terminal: Stdio['stderr'];
  /** Whether a bar is drawn; otherwise each change of state is a line. */
  readonly isShown: boolean;
  /** Prints one line to output that is not a terminal. */
  readonly print: (line: string) => void;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

const EVERY_MS = 250;
const COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

type Status = Pick<ListStatus, 'status' | 'percentage' | 'reason'>;

/** Shows the progress of a list: on a terminal as a bar, otherwise as a line for each change of state. */
export class WaitingBar {
  readonly #options: WaitingBarOptions;
  readonly #now: () => number;
  readonly #since: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #status: Status | undefined;
  #lastLine = '';
  /** The time at which the list was first seen in progress since its last pause, and its percentage then. */
  #firstProgress: { readonly at: number; readonly percentage: number } | undefined;
  /** Percent a second, when the percentage last grew. */
  #rate: number | undefined;
  #isDrawn = false;
  #isFailing = false;

  constructor(options: WaitingBarOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#since = this.#now();
    this.#timer = options.isShown ? setInterval(() => this.#draw(), EVERY_MS).unref() : undefined;
  }

  /** Milliseconds so far. */
  get milliseconds(): number {
    return this.#now() - this.#since;
  }

  /** Takes a status from the service. */
  show(status: Status): void {
    this.#measure(status);
    this.#isFailing = false;
    this.#status = status;
    const words = stateWords(status);
    if (!this.#timer && words !== this.#lastLine)
      this.#options.print(`The list is ${words}${/[.!?]$/.test(words) ? '' : '.'}`);
    this.#lastLine = words;
  }

  /** Takes the reason why no answer came; if several come in a row, shows only the first. */
  showFailure(words: string): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#clear();
    this.#options.print(`${words} Retrying.`);
  }

  /** Clears the bar and stops drawing. */
  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #clear(): void {
    if (this.#isDrawn) this.#options.terminal.write(CLEAR_LINE);
    this.#isDrawn = false;
  }

  #measure({ status, percentage, reason }: Status): void {
    const at = this.#now();
    const isAtWork = status === 'processing' && !reason;
    if (!isAtWork) this.#firstProgress = undefined;
    else this.#firstProgress ??= { at, percentage };
    if (!this.#firstProgress) this.#rate = undefined;
    else if (percentage > (this.#status?.percentage ?? 0) && at > this.#firstProgress.at)
      this.#rate = ((percentage - this.#firstProgress.percentage) * 1_000) / (at - this.#firstProgress.at);
  }

  #draw(): void {
    if (!this.#status) return;
    const width = (this.#options.terminal.columns ?? COLUMNS) - 1;
    this.#options.terminal.write(
      `${CLEAR_LINE}${waitingLine({ status: this.#status, milliseconds: this.milliseconds, rate: this.#rate }, width)}`,
    );
    this.#isDrawn = true;
  }
}
