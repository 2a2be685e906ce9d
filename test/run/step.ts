/** One part of a test run: a command, and what must have passed before it starts. */
export interface Step {
  readonly name: string;
  /** The row of the table that it counts to; a row of its own if absent. */
  readonly group?: string;
  readonly command: readonly [program: string, ...parameters: string[]];
  /** Names of steps that must pass first. One that is not part of the run counts as passed. */
  readonly needs?: readonly string[];
  /** Processor cores that it keeps busy: 1 unless it mostly waits for timers or browsers. */
  readonly cores?: number;
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a step ended. */
export interface StepResult {
  readonly step: Step;
  readonly passed: number;
  readonly failed: number;
  readonly milliseconds: number;
  /** Processor time of the step and of all processes that it started and waited for; NaN if it was not told. */
  readonly cpuMilliseconds: number;
  readonly output: string;
  /** What a reader should know of each failure: its test, and why. */
  readonly failures: readonly string[];
}
