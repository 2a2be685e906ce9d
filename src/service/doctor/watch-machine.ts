import type { Every } from '../retention.js';
import type { Diagnosis } from './finding.js';

export interface MachineWatchOptions {
  /** Runs the checks. Never rejects. */
  readonly run: (signal: AbortSignal) => Promise<Diagnosis>;
  /** Called with each diagnosis; `isNews`: it is the first, or a check has another level than before. */
  readonly onDiagnosis: (diagnosis: Diagnosis, isNews: boolean) => void;
  readonly every: Every;
}

const DAY_MS = 24 * 60 * 60_000;

/** The checks of a running service. */
export interface MachineWatch {
  /** The latest findings; `undefined` until the first checks have ended. */
  readonly latest: () => Diagnosis | undefined;
  /** Gives up running checks, and resolves when none is running any more. */
  readonly close: () => Promise<void>;
}

const levelsOf = (diagnosis: Diagnosis | undefined): string =>
  (diagnosis?.findings ?? []).map(({ check, level }) => `${check} ${level}`).join();

/** Checks the machine now and once a day. Nothing waits for the first checks. */
export const watchMachine = ({ run, onDiagnosis, every }: MachineWatchOptions): MachineWatch => {
  const off = new AbortController();
  let latest: Diagnosis | undefined;
  let running: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const found = await run(off.signal);
    // What was given up says nothing of the machine.
    if (off.signal.aborted) return;
    const isNews = levelsOf(found) !== levelsOf(latest);
    latest = found;
    onDiagnosis(found, isNews);
  };
  const begin = () => {
    running ??= look().finally(() => (running = undefined));
  };
  begin();
  const stop = every(DAY_MS, begin);
  return {
    latest: () => latest,
    async close() {
      stop();
      off.abort();
      await running;
    },
  };
};
