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
export class CalledOffError extends Error {
  override readonly name = 'CalledOffError';
  readonly why: 'late' | 'aborted';

  constructor(why: 'late' | 'aborted') {
    super(why === 'late' ? 'The work took too long.' : 'The work was called off.');
    this.why = why;
  }
}

/**
 * Settles as `work` does, or rejects with a {@link CalledOffError} after this many milliseconds, or as soon as one of the signals fires.
 * The signal that the work gets fires then too. Work is not begun if a signal has fired before.
 */
export const withinTime = async <Value>(
  { milliseconds, signals }: { readonly milliseconds: number; readonly signals: readonly (AbortSignal | undefined)[] },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  if (signals.some((signal) => signal?.aborted)) throw new CalledOffError('aborted');
  const own = new AbortController();
  const callOff = (why: CalledOffError['why']): void => own.abort(new CalledOffError(why));
  const leave = (): void => callOff('aborted');
  const timer = setTimeout(callOff, milliseconds, 'late');
  for (const signal of signals) signal?.addEventListener('abort', leave, { once: true });
  try {
    return await orAborted(work(own.signal), own.signal, () => own.signal.reason as CalledOffError);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal?.removeEventListener('abort', leave);
  }
};
