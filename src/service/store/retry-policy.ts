/** Rules for work that could not be done for the moment. */
export interface RetryPolicy {
  /** Whether what the work threw will pass, another process's lock for one. */
  readonly isTemporary: (error: unknown) => boolean;
  /** Milliseconds for which the work is tried again. */
  readonly milliseconds: number;
}

export const noRetries: RetryPolicy = { isTemporary: () => false, milliseconds: 0 };

/** Milliseconds between two tries. */
export const RETRY_DELAY_MS = 20;
