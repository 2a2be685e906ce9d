import type { Step, StepResult } from './step.js';

/** What a run of steps is told as it goes on. */
export interface Watcher {
  ended(result: StepResult): void;
  /** A step that it needs has failed. */
  skipped(step: Step): void;
}

interface Schedule {
  /** Runs one step. It never rejects. */
  readonly run: (step: Step) => Promise<StepResult>;
  /** Processor cores to keep busy. */
  readonly cores: number;
  readonly watcher: Watcher;
}

/** What has become of the steps so far, by name. */
type Outcomes = ReadonlyMap<string, 'waiting' | 'running' | 'passed' | 'failed'>;

/** Which of the waiting steps can start, whose needs have passed, and which never can, because one of these has failed. */
const readiness = (step: Step, outcomes: Outcomes): 'ready' | 'waiting' | 'never' => {
  const needs = (step.needs ?? []).map((name) => outcomes.get(name) ?? 'passed');
  if (needs.includes('failed')) return 'never';
  return needs.every((outcome) => outcome === 'passed') ? 'ready' : 'waiting';
};

/**
 * Runs steps beside each other, in their order as far as their needs and the cores allow. A step whose need has failed is
 * skipped, and counts as failed for those that need it.
 */
export const runSteps = async (steps: readonly Step[], { run, cores, watcher }: Schedule): Promise<StepResult[]> => {
  const outcomes = new Map<string, 'waiting' | 'running' | 'passed' | 'failed'>(
    steps.map(({ name }) => [name, 'waiting']),
  );
  const results: StepResult[] = [];
  const running = new Map<Step, Promise<void>>();

  const start = async (step: Step): Promise<void> => {
    const result = await run(step);
    outcomes.set(step.name, result.failed ? 'failed' : 'passed');
    results.push(result);
    running.delete(step);
    watcher.ended(result);
  };

  const hasRoomFor = ({ cores: wanted = 1 }: Step): boolean => {
    const busy = [...running.keys()].reduce((sum, step) => sum + (step.cores ?? 1), 0);
    return running.size === 0 || busy + wanted <= cores;
  };

  for (;;) {
    for (const step of steps) {
      if (outcomes.get(step.name) !== 'waiting') continue;
      const state = readiness(step, outcomes);
      if (state === 'never') {
        outcomes.set(step.name, 'failed');
        watcher.skipped(step);
      } else if (state === 'ready' && hasRoomFor(step)) {
        outcomes.set(step.name, 'running');
        running.set(step, start(step));
      }
    }
    if (running.size === 0) return results;
    await Promise.race(running.values());
  }
};
