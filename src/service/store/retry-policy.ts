/** What to do if work could not be done for the moment. */
export interface RetryPolicy {
  /** Whether what the work threw will pass, another process's lock for one. */
  readonly isTemporary: (error: unknown) => boolean;
  /** How long the work is tried again, in milliseconds. */
  readonly milliseconds: number;
}

export const noRetries: RetryPolicy = { isTemporary: () => false, milliseconds: 0 };

/** How long to wait between two tries, in milliseconds. */
export const RETRY_DELAY_MS = 20;
