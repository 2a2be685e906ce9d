import { BAD_BYTES, inOrder, type ListEntry } from '../../service/bulk/index.js';
import { engineFromConfig } from '../../service/engine-from-config.js';
import { reputationFromConfig } from '../../service/reputation-from-config.js';
import type { Verified, VerdictEngine } from '../../service/verdict/index.js';
import { shownAddress } from '../../service/verdict/shown-address.js';
import type { ExitCode, Stdio, Surroundings } from '../command.js';
import { fromOperands, fromStdin, type Input } from './input.js';
import type { CheckOrder } from './options.js';
import { Output } from './output.js';
import { startPortTrial } from './port-trial.js';
import { ProgressBar } from './progress-bar.js';

/** So far others run ahead of a slow address: this many times as many as are at work … */
const AHEAD = 20;
/** … and no more results than that are kept. */
const MOST_AHEAD = 20_000;
/** After a stop, for what is out. */
const GRACE_MS = 1_000;

interface Answered {
  readonly verified: Verified;
  readonly end: number;
}

/** Verifies one entry. Bytes that are no text are shown as such, where the engine would leave them out. */
const verifyEntry = async (engine: VerdictEngine, { text, end }: ListEntry, workspace: boolean): Promise<Answered> => {
  const verified = await engine.verify(text, { workspace });
  if (!text.includes(BAD_BYTES)) return { verified, end };
  const email = shownAddress(text.replaceAll(BAD_BYTES, '\ufffd'));
  return { verified: { ...verified, validation: { ...verified.validation, email } }, end };
};

const inputOf = (operands: readonly string[], { column }: CheckOrder, stdin: () => Stdio['stdin'], around: Surroundings): Input => {
  if (operands.length > 0) return fromOperands(operands);
  if (stdin().isTTY) around.complain('Write one address a line; Ctrl-D ends.');
  return fromStdin(stdin(), column);
};

/** A bar on a terminal, unless somebody types there. */
const barOf = ({ stdin, stderr }: Stdio, { size }: Input): ProgressBar =>
  new ProgressBar({ terminal: stderr, isShown: stderr.isTTY === true && process.env['TERM'] !== 'dumb' && (size !== undefined || !stdin.isTTY) });

/** When to take no more, and when to give up what is out. */
class Stops {
  readonly taking = new AbortController();
  readonly working = new AbortController();
  hasStopped = false;
  #timer: NodeJS.Timeout | undefined;

  /** Somebody wants it to end: soon, and with what can be had by then. */
  readonly soon = () => {
    this.hasStopped = true;
    this.taking.abort();
    this.#timer ??= setTimeout(this.now, GRACE_MS);
  };

  /** Nobody takes results any more. */
  readonly now = () => {
    this.taking.abort();
    this.working.abort();
  };

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Checks addresses, those on the command line or else standard input's, and writes the results to standard output.
 * @returns 130 when it was stopped, else 0. Rejects where addresses cannot be read or results cannot be written.
 */
export const runCheck = async (operands: readonly string[], order: CheckOrder, around: Surroundings): Promise<ExitCode> => {
  const { config, format, concurrency, workspace } = order;
  const stdio = around.stdio ?? process;
  const names = await reputationFromConfig(config, around.complain);
  const engine = engineFromConfig(config, names.reputation);
  const input = inputOf(operands, order, () => stdio.stdin, around);
  const stops = new Stops();
  const bar = barOf(stdio, input);
  const output = new Output({ stream: stdio.stdout, onGone: stops.now, beforeWrite: () => bar.hide(), signal: stops.working.signal });
  stops.taking.signal.addEventListener('abort', () => input.close(), { once: true });
  // Calls off what is under way.
  stops.working.signal.addEventListener('abort', () => void engine.close(), { once: true });
  void around.stopped().then(stops.soon);
  const trial = startPortTrial(config, (sentence) => {
    bar.hide();
    around.complain(sentence);
  });
  const work = (entry: ListEntry) => verifyEntry(engine, entry, workspace);
  const window = Math.max(concurrency, Math.min(AHEAD * concurrency, MOST_AHEAD));
  let givenUp = 0;
  try {
    if (format.head) await output.write(format.head);
    for await (const { verified, end } of inOrder(input.entries, work, { concurrency, window, signal: stops.taking.signal })) {
      if (stops.working.signal.aborted && verified.evidence.gaveUp === 'aborted') {
        givenUp += 1;
        continue;
      }
      bar.add(verified.validation.result, input.size === undefined ? undefined : end / input.size);
      const full = output.write(format.line(verified));
      if (full) await full;
    }
  } finally {
    // What has been answered is written whatever came after it.
    await output.end().finally(() => bar.end());
    // Who reads Unknown wants to know whether the way was closed; nobody else waits for the trial.
    await trial.end({ isWanted: bar.counts.Unknown > 0 && !stops.taking.signal.aborted });
    names.close();
    await engine.close();
    stops.clear();
  }
  if (!stops.hasStopped) return 0;
  around.complain(`Stopped: ${bar.answered} answered, ${givenUp} given up.`);
  return 130;
};
