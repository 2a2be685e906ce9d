import type { Validation } from '../../wire/index.js';
import type { Evidence } from './evidence.js';

/** A verdict that nobody waits for may take this many times as long. */
export const PATIENT_FACTOR = 6;

export interface VerifyOptions {
  /**
   * Ask for accept-all detection at hosted-workspace mail hosts (Google Workspace, Microsoft 365). They refuse unknown mailboxes
   * unless an organisation has set a catch-all: without this option they are asked once, and what they accept is Unknown, unless
   * a call with it has found out shortly before.
   */
  readonly workspace?: boolean;
  /** Ask no mail host: the verdict does not cover the mailbox. */
  readonly isDomainOnly?: boolean;
  /** Nobody waits for the verdict: others go first at mail hosts that are busy, and it may take {@link PATIENT_FACTOR} times as long for that. */
  readonly isPatient?: boolean;
  /** Cancels the verdict: it becomes Unknown. */
  readonly signal?: AbortSignal;
}

/** A verdict, and what it rests on. */
export interface VerificationResult {
  readonly validation: Omit<Validation, 'balance'>;
  readonly evidence: Evidence;
}

/** Gives verdicts. */
export interface VerdictEngine {
  /** Verifies any text as an address. Never rejects: if something fails on the way, the verdict is Unknown. */
  verify(email: string, options?: VerifyOptions): Promise<VerificationResult>;
  /** Cancels the verdicts in progress and resolves when all of them have been answered. Later verdicts are Unknown. */
  close(): Promise<void>;
}
