/** Settles as `work` does, or rejects with `reason()` as soon as the signal fires: work that ignores its signal does not block the caller. */
export const orAborted = <Value>(work: Promise<Value>, signal: AbortSignal, reason: () => Error): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(reason());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Settles as `work` does, or resolves with `late` after this many milliseconds. */
export const orLate = <Value, Late>(work: Promise<Value>, milliseconds: number, late: Late): Promise<Value | Late> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, late);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Work that is no longer waited for: it took too long, or its caller has left. */
export class WorkCancelledError extends Error {
  override readonly name = 'WorkCancelledError';
  readonly why: 'late' | 'aborted';

  constructor(why: 'late' | 'aborted') {
    super(why === 'late' ? 'The work took too long.' : 'The work was cancelled.');
    this.why = why;
  }
}

/** Limits of a piece of work: a time in milliseconds, and signals that cancel it. */
export interface WorkLimits {
  readonly milliseconds: number;
  readonly signals: readonly (AbortSignal | undefined)[];
}

/**
 * Gives `work` a signal that fires, with a {@link WorkCancelledError} as its reason, when the time is over or as soon
 * as one of the signals fires. Settles as the work does, which must stop by itself when the signal fires.
 */
export const withSignal = async <Value>(
  { milliseconds, signals }: WorkLimits,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const own = new AbortController();
  const cancel = (why: WorkCancelledError['why']): void => own.abort(new WorkCancelledError(why));
  const cancelByCaller = (): void => cancel('aborted');
  const timer = setTimeout(cancel, milliseconds, 'late');
  for (const signal of signals) signal?.addEventListener('abort', cancelByCaller, { once: true });
  if (signals.some((signal) => signal?.aborted)) cancelByCaller();
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal?.removeEventListener('abort', cancelByCaller);
  }
};

/**
 * Like {@link withSignal}, but rejects with the WorkCancelledError at once, even if the work does not stop. Work is not
 * begun if a signal has fired before.
 */
export const withinTime = <Value>(limits: WorkLimits, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> =>
  withSignal(limits, async (signal) => {
    signal.throwIfAborted();
    return orAborted(work(signal), signal, () => signal.reason as WorkCancelledError);
  });
