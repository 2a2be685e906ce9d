import type { ProbeEvidence } from '../../verdict/index.js';
import type { Clock } from './clock.js';
import type { Pace } from './pace.js';
import type { AskMode, MailProvider } from './providers.js';

export type NotAsked = Extract<ProbeEvidence, { outcome: 'not-asked' }>;

/** Who wants to ask a provider. */
export interface Visitor {
  /** The first mail host. */
  readonly host: string;
  /** An address of a list: it waits longer, behind those that somebody waits for. */
  readonly isPatient: boolean;
  readonly mode: Exclude<AskMode, 'never'>;
  readonly signal: AbortSignal;
}

/** The right to ask until it is given back. */
export interface Pass {
  leave(): void;
}

/** Whether a host, or its provider, rests now; or whether one question has to find out if it answers again. */
export interface HostStanding {
  readonly rest: NotAsked | undefined;
  readonly isTried: boolean;
}

export interface GateOptions {
  readonly provider: MailProvider;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly standingOf: (host: string) => HostStanding;
}

interface Waiting {
  readonly visitor: Visitor;
  readonly settle: (outcome: Pass | NotAsked) => void;
}

/** Somebody waits for no longer than that for the provider's pace: the answer would come too late. */
const MOST_WAIT_MS = 5_000;
/** For an address of a list nobody waits: it has longer, and sits out a short rest. */
export const PATIENT_WAIT_MS = 10 * 60_000;
/** A recipient that is asked for slowly counts as so many. */
const SLOWNESS = 4;

/** What a recipient takes of the pace. */
export const weightOf = (mode: AskMode): number => (mode === 'ask-slowly' ? SLOWNESS : 1);

/** The way to one provider: lets questions pass at its pace, those first that somebody waits for. */
export class Gate {
  readonly #options: GateOptions;
  readonly #urgent: Waiting[] = [];
  readonly #patient: Waiting[] = [];
  #inside = 0;
  #patientInside = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Resolves when the visitor may ask, or with why it may not. */
  enter(visitor: Visitor): Promise<Pass | NotAsked> {
    return new Promise((resolve) => {
      const onAbort = () => waiting.settle(this.#notAsked('pace', 0));
      const queue = visitor.isPatient ? this.#patient : this.#urgent;
      const waiting: Waiting = {
        visitor,
        settle: (outcome) => {
          visitor.signal.removeEventListener('abort', onAbort);
          const at = queue.indexOf(waiting);
          if (at >= 0) queue.splice(at, 1);
          resolve(outcome);
        },
      };
      queue.push(waiting);
      const refusal = visitor.signal.aborted ? this.#notAsked('pace', 0) : this.#refusalOf(waiting);
      if (refusal) return waiting.settle(refusal);
      visitor.signal.addEventListener('abort', onAbort, { once: true });
      this.#next();
    });
  }

  /** Ends the wait of all. */
  close(): void {
    this.#cancelTimer?.();
    for (const waiting of [...this.#urgent, ...this.#patient]) waiting.settle(this.#notAsked('pace', 0));
  }

  /** The same, or that its turn would come too late. */
  #refusalOf(waiting: Waiting): NotAsked | undefined {
    const { pace, clock } = this.#options;
    const { isPatient } = waiting.visitor;
    const now = clock.now();
    const before = isPatient ? [...this.#urgent, ...this.#patient] : this.#urgent;
    const wait = pace.waitFor(
      before.reduce((sum, each) => sum + weightOf(each.visitor.mode), 0),
      now,
    );
    const isLate = wait > (isPatient ? PATIENT_WAIT_MS : MOST_WAIT_MS);
    return this.#refusalNow(waiting) ?? (isLate ? this.#notAsked('pace', now + wait) : undefined);
  }

  /** Lets in who may ask now, and looks again when the next one may. */
  #next(): void {
    const { provider, pace, clock } = this.#options;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    let due = Infinity;
    for (const waiting of [...this.#urgent, ...this.#patient]) {
      if (this.#inside >= provider.connections) break;
      const { isPatient } = waiting.visitor;
      // One of the connections is kept for those that somebody waits for.
      if (isPatient && this.#patientInside >= Math.max(1, provider.connections - 1)) break;
      const refusal = this.#refusalNow(waiting);
      if (refusal) {
        waiting.settle(refusal);
        continue;
      }
      const now = clock.now();
      const { rest, isTried } = this.#options.standingOf(waiting.visitor.host);
      const weight = weightOf(waiting.visitor.mode);
      const wait = rest ? rest.until - now : pace.waitFor(weight, now);
      if (wait > 0) due = Math.min(due, wait);
      // Another host of the provider may be asked while one rests; the pace is the same for all.
      if (wait > 0 && !rest) break;
      // After a rest, one question finds out.
      if (wait > 0 || (isTried && this.#inside > 0)) continue;
      pace.take(weight, now);
      this.#inside += 1;
      if (isPatient) this.#patientInside += 1;
      waiting.settle({ leave: this.#onLeave(isPatient) });
    }
    if (due < Infinity) this.#cancelTimer = clock.after(due, () => this.#next());
  }

  /** Why it may not ask, if it need not wait for that. */
  #refusalNow({ visitor: { host, isPatient } }: Waiting): NotAsked | undefined {
    const { pace, clock, standingOf } = this.#options;
    const now = clock.now();
    const exhausted = pace.exhaustedUntil(now);
    if (exhausted !== undefined) return this.#notAsked('budget', exhausted);
    const { rest } = standingOf(host);
    return rest && (!isPatient || rest.until > now + PATIENT_WAIT_MS) ? rest : undefined;
  }

  #onLeave(isPatient: boolean): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#inside -= 1;
      if (isPatient) this.#patientInside -= 1;
      this.#next();
    };
  }

  #notAsked(why: 'pace' | 'budget', until: number): NotAsked {
    return { outcome: 'not-asked', why, place: this.#options.provider.name, reason: '', until };
  }
}
