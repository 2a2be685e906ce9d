/** One part of a test run: a command, and what must have passed before it starts. */
export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...parameters: string[]];
  /** Names of steps that must pass first. A name that is not part of the run counts as passed. */
  readonly needs?: readonly string[];
  /** Processor cores that it keeps busy: 1 unless it mostly waits for timers or browsers. */
  readonly cores?: number;
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its output is shown even if it passes. */
  readonly isShown?: boolean;
}

/** How a step ended. */
export interface StepResult {
  readonly step: Step;
  readonly passed: number;
  readonly failed: number;
  readonly milliseconds: number;
  /** Processor time of the step and of all processes that it started and waited for; NaN if the system does not tell. */
  readonly cpuMilliseconds: number;
  readonly output: string;
}
