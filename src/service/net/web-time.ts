import { WorkCancelledError, withinTime } from '../../timing/index.js';
import { WebError } from './web-error.js';

/** Limits of a call over the web. */
interface WebLimits {
  /** Of the whole call, in milliseconds. */
  readonly timeoutMs: number;
  /** Signals that cancel it. */
  readonly signals: readonly (AbortSignal | undefined)[];
  /** How many bytes of the answer's body have come so far, for the error of a call that takes too long. */
  readonly received?: (() => number) | undefined;
}

/** Makes a call over the web within its time. @throws WebError for every failure */
export const withinWebTime = async <Value>(
  { timeoutMs, signals, received = () => 0 }: WebLimits,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  try {
    return await withinTime({ milliseconds: timeoutMs, signals }, work);
  } catch (error) {
    if (error instanceof WorkCancelledError)
      throw error.why === 'late' ? new WebError('timeout', { bytes: received() }) : new WebError('aborted');
    throw error instanceof WebError ? error : new WebError('broken', { cause: error });
  }
};
