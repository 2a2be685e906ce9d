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
